import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const PREFIX = 'lock.';
const TRIES = 8;
const PAUSE_MS = 60;

/** The lock files that this process holds. */
const held = new Set<string>();

/**
 * Keeps a folder for this process. Every process that wants the folder puts a file there, named after its pid and the
 * time it was started, and only then looks whose files are there: of two, at least one sees the other. A file whose
 * process has ended, however that came, counts for nothing.
 */
export class FolderLock {
  readonly #file: string;

  private constructor(file: string) {
    held.add(file);
    this.#file = file;
  }

  /** @throws Error naming the folder and the owner's pid when the folder is in use */
  static async take(folder: string): Promise<FolderLock> {
    mkdirSync(folder, { recursive: true });
    const name = `${PREFIX}${process.pid}.${startTimeOf(process.pid) ?? 0}`;
    let owner: number | undefined;
    for (let attempt = 0; attempt < TRIES; attempt++) {
      owner = takeOnce(folder, name);
      if (owner === undefined) return new FolderLock(join(folder, name));
      // Two that start together both step back; they must not come back together.
      await sleep(PAUSE_MS * (0.5 + Math.random()));
    }
    throw new Error(
      `The embedded database in ${folder} is in use by process ${owner}; two processes would lose each other's ` +
        'writes. Stop that process, choose another DATA_DIR, or use PostgreSQL (DATABASE_URL) for several processes.',
    );
  }

  release(): void {
    held.delete(this.#file);
    rmSync(this.#file, { force: true });
  }
}

/** Returns the pid of another owner, if there is one. */
function takeOnce(folder: string, name: string): number | undefined {
  const file = join(folder, name);
  if (held.has(file)) return process.pid;
  closeSync(openSync(file, 'w'));
  const owner = otherOwner(folder, name);
  if (owner !== undefined) rmSync(file);
  return owner;
}

function otherOwner(folder: string, own: string): number | undefined {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(PREFIX) || name === own) continue;
    const [pid, startTime] = name.slice(PREFIX.length).split('.');
    if (isRunning(Number(pid), startTime)) return Number(pid);
    rmSync(join(folder, name), { force: true });
  }
  return undefined;
}

function isRunning(pid: number, startTime: string | undefined): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  // After a restart of the machine or container the pid may be somebody else's.
  const actual = startTimeOf(pid);
  return actual === undefined || actual === startTime;
}

/** When a process was started, in clock ticks since the boot; known on Linux only. */
function startTimeOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program comes second, in brackets, and may hold blanks.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}
