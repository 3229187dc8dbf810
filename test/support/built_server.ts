import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shortLived } from './engine_flags.mjs';
import { projectRoot } from './platform.ts';

/** Folders of a server. */
export interface BuiltServerOptions {
  /** Folder of the served installation. */
  readonly root: string;
  /** Folder whose build is started; default: the project. */
  readonly program?: string;
  readonly env: Readonly<Record<string, string>>;
  /** Flags of Node; default: those of programs that end soon. */
  readonly flags?: readonly string[];
}

/** `lectern start` of a build, in a separate process, which sends its URL to this process as to `npm start`. */
export class BuiltServer {
  output = '';
  errors = '';
  readonly #child: ChildProcess;
  readonly #closed: Promise<unknown>;
  readonly #url: Promise<string>;

  constructor({ root, program = projectRoot, env, flags = shortLived }: BuiltServerOptions) {
    const { PATH = '' } = process.env;
    const elsewhere = program === root ? [] : ['--root', root];
    const args = [...flags, join(program, 'dist/core/cli/main.js'), ...elsewhere, 'start'];
    this.#child = spawn(process.execPath, args, {
      cwd: root,
      env: { PATH, PORT: '0', LECTERN_SUPERVISED: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#child.stdout?.on('data', (text: Buffer) => (this.output += text.toString()));
    this.#child.stderr?.on('data', (text: Buffer) => (this.errors += text.toString()));
    this.#closed = once(this.#child, 'close');
    this.#url = this.#ready();
    this.#url.catch(() => undefined);
  }

  /** Waits for the start and returns the URL. @throws Error with the output when the process ends before */
  url(): Promise<string> {
    return this.#url;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Memory and CPU time of the process so far, on Linux. */
  get used(): { readonly megabytes: number; readonly milliseconds: number } {
    const read = (name: string) => readFileSync(`/proc/${this.pid}/${name}`, 'utf8');
    // Hundredths of a second in user and kernel mode, after the name of the program.
    const ticks = read('stat')
      .replace(/^.*\) /, '')
      .split(' ')
      .slice(11, 13);
    return {
      megabytes: Number(/VmRSS:\s+(\d+)/.exec(read('status'))?.[1]) / 1024,
      milliseconds: ticks.reduce((sum, one) => sum + Number(one) * 10, 0),
    };
  }

  /** Log lines of the server so far. */
  get lines(): Record<string, any>[] {
    const whole = this.output.split('\n').filter((line) => line.startsWith('{') && line.endsWith('}'));
    return whole.map((line) => JSON.parse(line));
  }

  /** Ends the server in order. @returns the exit code */
  async stop(): Promise<number | null> {
    this.#child.kill('SIGTERM');
    await this.#closed;
    return this.#child.exitCode;
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#closed;
  }

  async #ready(): Promise<string> {
    const told = new Promise<string>((resolve) => {
      this.#child.on('message', ({ url }: { url?: string }) => {
        if (url !== undefined) resolve(url);
      });
    });
    const ended = this.#closed.then(() => {
      throw new Error(`The server ended before it was ready: ${this.output}${this.errors}`);
    });
    return Promise.race([told, ended]);
  }
}
