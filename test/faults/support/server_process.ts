import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Account } from './tools.ts';

/** A program to start. */
export interface Program {
  readonly file: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  readonly account?: Account;
  /** Target of standard output: a file descriptor, or an unread socket; default: `output`. */
  readonly stdout?: number | 'unread';
}

/** A program in a separate process, which ends with the tests at the latest. */
export class ServerProcess {
  /** Resolves to the exit code, or to the name of the signal that ended the program. */
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

  /** Output and error output of the program so far. */
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

  /** @throws Error with the output when the program has ended */
  assertAlive(): void {
    if (!this.#isAlive) throw new Error(`${this.#child.spawnfile} has ended:\n${this.#output.slice(-4000)}`);
  }
}

function outputTo(stdout: Program['stdout']): number | 'pipe' {
  return typeof stdout === 'number' ? stdout : 'pipe';
}
