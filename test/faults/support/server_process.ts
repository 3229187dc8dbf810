import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Account } from './tools.ts';

/** How a program is started. */
export interface Program {
  readonly file: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  readonly account?: Account;
  /** Where standard output goes: a file descriptor, or a socket that nobody reads. It is read unless given. */
  readonly stdout?: number | 'unread';
}

/** A program that runs beside the tests, and ends with them at the latest. */
export class ServerProcess {
  /** Resolves to the exit code, or to the name of the signal that ended it. */
  readonly exited: Promise<number | string>;
  readonly #child: ChildProcess;
  #output = '';
  #isAlive = true;

  constructor({ file, args, env, cwd, account, stdout }: Program) {
    this.#child = spawn(file, args, { env, cwd, ...account, stdio: ['ignore', outputTo(stdout), 'pipe'] });
    const read = (chunk: Buffer) => (this.#output += chunk.toString());
    if (stdout === undefined) this.#child.stdout?.on('data', read);
    this.#child.stderr?.on('data', read);
    this.exited = once(this.#child, 'exit').then(([code, signal]) => (code ?? signal) as number | string);
    const release = () => this.#child.kill('SIGKILL');
    process.once('exit', release);
    void this.exited.then(() => {
      this.#isAlive = false;
      process.off('exit', release);
    });
  }

  get pid(): number {
    return this.#child.pid as number;
  }

  /** What it has printed so far. */
  get output(): string {
    return this.#output;
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }

  /** Sends a signal and waits for the end. */
  async end(name: NodeJS.Signals): Promise<void> {
    if (!this.#isAlive) return;
    this.signal(name);
    await this.exited;
  }

  /** @throws Error with what it has printed when it is not running any more */
  assertAlive(): void {
    if (!this.#isAlive) throw new Error(`${this.#child.spawnfile} has ended:\n${this.#output.slice(-4000)}`);
  }
}

function outputTo(stdout: Program['stdout']): number | 'pipe' {
  return typeof stdout === 'number' ? stdout : 'pipe';
}
