import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

const longestMessage = 4000;

/** A started PostgreSQL client program. The caller reads the output; the error output is stored for messages. */
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
    // Ignored: when the program ends before it has read all input, its exit code reports the failure.
    this.#child.stdin?.on('error', () => undefined);
    this.#ended = new Promise((resolve, reject) => {
      this.#child.once('error', reject);
      this.#child.once('close', (code, signal) => resolve(String(code ?? signal)));
    });
    this.#ended.catch(() => undefined);
  }

  get input(): Writable {
    return this.#child.stdin as Writable;
  }

  get output(): Readable {
    return this.#child.stdout as Readable;
  }

  stop(): void {
    this.#child.kill('SIGTERM');
  }

  /** Ends the program after an error of its input. @returns the program's error if it reported one, else `error` */
  async explain(error: unknown): Promise<unknown> {
    this.stop();
    const own = await this.done().then(
      () => undefined,
      (failure: unknown) => failure,
    );
    return this.#complaints.trim() === '' ? error : (own ?? error);
  }

  /** Resolves when the program succeeds. @throws Error with its error output; the error of a failed start */
  async done(): Promise<void> {
    const code = await this.#ended;
    if (code !== '0') throw new Error(`${this.#name} ended with ${code}: ${this.#complaints.trim()}`);
  }
}
