import { readdirSync, readFileSync } from 'node:fs';

/** Sends a signal to a process and all its descendants; those that have ended are left out. */
export function signalTree(root: number, name: NodeJS.Signals): void {
  for (const pid of treeOf(root)) signalOne(pid, name);
}

/** Sends a signal to a process, unless it has ended. */
export function signalOne(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as { code?: string }).code !== 'ESRCH') throw error;
  }
}

function treeOf(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const parent = parentOf(name);
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const found = [root];
  for (const pid of found) found.push(...(children.get(pid) ?? []));
  return found;
}

function parentOf(pid: string): number | undefined {
  try {
    // State and parent follow the name of the program, which may contain spaces.
    return Number(
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[1],
    );
  } catch {
    return undefined;
  }
}
