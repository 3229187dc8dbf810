import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const PREFIX = 'lock.';
const TRIES = 8;
const PAUSE_MS = 60;

/** Lock files of this process. */
const held = new Set<string>();

/**
 * Locks a folder for this process. Each process creates a file named after its pid and start time, then looks for lock
 * files of other processes. Of two processes at least one finds the other's file. Files of ended processes are removed.
 */
export class FolderLock {
  private constructor(private readonly file: string) {
    held.add(file);
  }

  /** Tries several times. @throws Error naming the folder and the owner's pid when the folder stays in use */
  static async take(folder: string): Promise<FolderLock> {
    mkdirSync(folder, { recursive: true });
    const name = `${PREFIX}${process.pid}.${startTimeOf(process.pid) ?? 0}`;
    let owner: number | undefined;
    for (let attempt = 0; attempt < TRIES; attempt++) {
      owner = takeOnce(folder, name);
      if (owner === undefined) return new FolderLock(join(folder, name));
      // Random delay: two processes that start together both back off and must not retry together.
      await sleep(PAUSE_MS * (0.5 + Math.random()));
    }
    throw new Error(
      `The embedded database in ${folder} is in use by process ${owner}; two processes would lose each other's ` +
        'writes. Stop that process, choose another DATA_DIR, or use PostgreSQL (DATABASE_URL) for several processes.',
    );
  }

  release(): void {
    held.delete(this.file);
    rmSync(this.file, { force: true });
  }
}

/** Tries to lock the folder. @returns undefined on success, else the pid of the process that holds the lock */
function takeOnce(folder: string, name: string): number | undefined {
  const file = join(folder, name);
  if (held.has(file)) return process.pid;
  closeSync(openSync(file, 'w'));
  const owner = otherOwner(folder, name);
  if (owner !== undefined) rmSync(file);
  return owner;
}

/** Pid of the process whose lock file is oldest: processes that try again remove theirs after each try. */
function otherOwner(folder: string, own: string): number | undefined {
  let owner: { pid: number; since: number } | undefined;
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(PREFIX) || name === own) continue;
    const [pid, startTime] = name.slice(PREFIX.length).split('.');
    const file = join(folder, name);
    // A file that is removed meanwhile was seen all the same: both processes back off.
    const since = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (!isRunning(Number(pid), startTime)) rmSync(file, { force: true });
    else if (!owner || since < owner.since) owner = { pid: Number(pid), since };
  }
  return owner?.pid;
}

function isRunning(pid: number, startTime: string | undefined): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  // After a restart of the machine or container another process may have the pid.
  const actual = startTimeOf(pid);
  return actual === undefined || actual === startTime;
}

/** Start time of a process in clock ticks since the boot; known on Linux only. */
function startTimeOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field, the name of the program in brackets, may contain spaces.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}
