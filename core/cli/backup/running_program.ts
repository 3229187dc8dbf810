import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

const longestMessage = 4000;

/** A program that has been started, whose answer is read and whose complaints are kept. */
export class RunningProgram {
  readonly #child: ChildProcess;
  readonly #name: string;
  readonly #ended: Promise<string>;
  #complaints = '';

  constructor(path: string, args: readonly string[], env: NodeJS.ProcessEnv) {
    this.#name = path;
    this.#child = spawn(path, args, { env, stdio: 'pipe' });
    this.#child.stderr?.on('data', (chunk: Buffer) => {
      this.#complaints = `${this.#complaints}${chunk.toString()}`.slice(0, longestMessage);
    });
    // What it does not read any more because it has ended is told by its exit code.
    this.#child.stdin?.on('error', () => undefined);
    this.#ended = new Promise((resolve, reject) => {
      this.#child.once('error', reject);
      this.#child.once('close', (code, signal) => {
        resolve(String(code ?? signal));
      });
    });
    this.#ended.catch(() => undefined);
  }

  get input(): Writable {
    return this.#child.stdin as Writable;
  }

  get output(): Readable {
    return this.#child.stdout as Readable;
  }

  /** Ends it early. */
  stop(): void {
    this.#child.kill('SIGTERM');
  }

  /** Ends it, because something went wrong on the way to it. @returns what it says itself, if anything, or else `error` */
  async explain(error: unknown): Promise<unknown> {
    this.stop();
    const own = await this.done().then(
      () => undefined,
      (failure: unknown) => failure,
    );
    return this.#complaints.trim() === '' ? error : (own ?? error);
  }

  /** Resolves when it has ended well. @throws Error with its own words when it has not */
  async done(): Promise<void> {
    const code = await this.#ended;
    if (code !== '0') throw new Error(`${this.#name} ended with ${code}: ${this.#complaints.trim()}`);
  }
}
