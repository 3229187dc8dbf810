import { readFileSync } from 'node:fs';

/** @throws Error with the fix when this process may open fewer files; its child processes have the same limit */
export function assertOpenFiles(needed: number): void {
  const [, limit] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1')) ?? [];
  // Node raises its limit to the hard limit at the start.
  if (limit !== undefined && Number(limit) < needed) {
    throw new Error(
      `This test needs ${needed} open files, and ${limit} are allowed: raise the hard limit (ulimit -Hn).`,
    );
  }
}
