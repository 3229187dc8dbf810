import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { shortLived } from '../../../support/engine_flags.mjs';
import { Installation, type Files } from '../../../support/installation.ts';
import { projectRoot } from '../../../support/platform.ts';
import { until } from './plugins.ts';

const messages = {
  exception: 'an exception was not caught',
  rejection: 'a rejected promise was not handled',
  answer: 'the request failed',
};

/** Kinds of failures in the log. */
export type Logged = keyof typeof messages;

interface ProgramOptions {
  readonly isSupervised?: boolean;
  /** Arguments after `start`. */
  readonly args?: readonly string[];
  readonly build?: string;
}

/** `lectern start`, as built, in a process of its own, because an uncaught error fails a test of mocha. */
export class StartedProgram {
  readonly #child: ChildProcess;
  readonly #closed: Promise<unknown>;
  output = '';
  errors = '';

  /**
   * @param isSupervised whether it is started anew when it ends, as by `npm start`
   * @param build folder of the installation whose build runs
   */
  constructor(root: string, { isSupervised = false, args = [], build = projectRoot }: ProgramOptions = {}) {
    const direct = [...shortLived, `${build}/dist/core/cli/main.js`, '--root', root, 'start', ...args];
    const call = `import { supervise } from '${projectRoot}/core/cli/supervise.mjs'; supervise(${JSON.stringify(direct)})`;
    const command = isSupervised ? ['--input-type=module', '-e', call] : direct;
    const own = { DATABASE_URL: undefined, REDIS_URL: undefined, DATA_DIR: 'memory' };
    const env = { ...process.env, ...own, NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'info' };
    this.#child = spawn(process.execPath, command, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#closed = once(this.#child, 'close');
    this.#child.stdout?.on('data', (text: Buffer) => (this.output += text.toString()));
    this.#child.stderr?.on('data', (text: Buffer) => (this.errors += text.toString()));
  }

  get pid(): number {
    return this.#child.pid as number;
  }

  /** The lines of its log so far. */
  get lines(): Record<string, any>[] {
    return this.output
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  }

  /** The first line of the log with these words in its message. */
  logged(words: string, timeoutMs?: number): Promise<Record<string, any>> {
    return until(() => {
      if (this.#child.exitCode !== null) throw new Error(`It has ended; it said: ${this.output}${this.errors}`);
      return this.lines.find(({ msg }) => String(msg).includes(words));
    }, timeoutMs);
  }

  /** The first line of the log, from an index on, about a failure of this kind in a module. */
  lineAbout(module: string, failure: Logged, from = 0): Promise<Record<string, any>> {
    return until(() => {
      if (this.#child.exitCode !== null) throw new Error(`It has ended; it said: ${this.output}${this.errors}`);
      return this.lines
        .slice(from)
        .find((line) => line['module'] === module && String(line['msg']).startsWith(messages[failure]));
    });
  }

  /** URL at which it listens. */
  async url(timeoutMs?: number): Promise<string> {
    return String((await this.logged('Lectern is ready', timeoutMs))['url']);
  }

  /** Its exit code, once it has ended by itself. */
  async ended(): Promise<number> {
    await this.#closed;
    return this.#child.exitCode ?? -1;
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#closed;
  }
}

/** Starts a program with these files before the tests of the suite, and ends it after them. */
export function programOfSuite(
  files: Files,
  options: { readonly isSupervised?: boolean } = {},
): { readonly program: StartedProgram; readonly url: string } {
  const suite = {} as { program: StartedProgram; url: string };
  let installation: Installation;
  before(async () => {
    installation = new Installation(files);
    suite.program = new StartedProgram(installation.root, options);
    suite.url = await suite.program.url();
  });
  after(async () => {
    await suite.program.kill();
    await installation.clear();
  });
  return suite;
}
