import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { projectRoot } from '../../../support/platform.ts';
import { until } from './plugins.ts';

/** `lectern start` in a process of its own: mocha takes whatever nobody caught for a failed test. */
export class StartedProgram {
  readonly #child: ChildProcess;
  readonly #closed: Promise<unknown>;
  output = '';
  errors = '';

  constructor(root: string) {
    const loader = `${projectRoot}/core/kernel/boot/from_source.mjs`;
    const args = ['--import', loader, `${projectRoot}/core/cli/main.ts`, '--root', root, 'start'];
    const env = { ...process.env, NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'info' };
    this.#child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#closed = once(this.#child, 'close');
    this.#child.stdout?.on('data', (text: Buffer) => (this.output += text.toString()));
    this.#child.stderr?.on('data', (text: Buffer) => (this.errors += text.toString()));
  }

  /** The lines of its log so far. */
  get lines(): Record<string, any>[] {
    return this.output
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  }

  /** The first line of the log with these words in its message. */
  logged(words: string): Promise<Record<string, any>> {
    return until(() => {
      if (this.#child.exitCode !== null) throw new Error(`It has ended; it said: ${this.output}${this.errors}`);
      return this.lines.find(({ msg }) => String(msg).includes(words));
    });
  }

  /** Where it listens. */
  async url(): Promise<string> {
    return String((await this.logged('Lectern is ready'))['url']);
  }

  /** Its exit code, once it has ended by itself. */
  async ended(): Promise<number> {
    await this.#closed;
    return this.#child.exitCode ?? -1;
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#closed;
  }
}
