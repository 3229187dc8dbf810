import { readFileSync } from 'node:fs';

/** @throws Error naming the fix where this process, and those it starts, may not open so many files */
export function assertOpenFiles(needed: number): void {
  const [, limit] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1')) ?? [];
  // Node has raised its own limit to the hard one at the start.
  if (limit !== undefined && Number(limit) < needed) {
    throw new Error(
      `This test needs ${needed} open files, and ${limit} are allowed: raise the hard limit (ulimit -Hn).`,
    );
  }
}
