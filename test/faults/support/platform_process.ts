import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shortLived } from '../../support/engine_flags.mjs';
import { freePort } from '../../support/free_port.mjs';
import { ServerProcess } from './server_process.ts';
import { until } from './until.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const program = join(root, 'dist/core/cli/main.js');
const timeout = 60_000;

interface PlatformConfig {
  readonly modules?: Readonly<Record<string, object>>;
  readonly [key: string]: unknown;
}

/** Options of a start. */
export interface PlatformTerms {
  /** Additional environment variables; settings of the platform, such as DATABASE_URL, are not inherited. */
  readonly env?: Readonly<Record<string, string>>;
  /** Content of the configuration file. */
  readonly config?: PlatformConfig;
  /** Arguments of `lectern`; default: `start`. */
  readonly args?: readonly string[];
  readonly cwd?: string;
  /** Target of the log; default: `output`. */
  readonly stdout?: number | 'unread';
}

/** The compiled platform as an operator runs it: `lectern start` in a separate process, on a free port. */
export class PlatformProcess {
  private constructor(
    readonly url: string,
    readonly folder: string,
    readonly process: ServerProcess,
  ) {}

  /** Starts the platform and waits until it is ready. @throws Error with the output when the process ends before */
  static async start(terms: PlatformTerms = {}): Promise<PlatformProcess> {
    const platform = await PlatformProcess.begin(terms);
    await platform.ready();
    return platform;
  }

  /** Starts the platform without waiting; see `ready`. */
  static async begin({
    env = {},
    config = {},
    args = ['start'],
    cwd = root,
    stdout,
  }: PlatformTerms = {}): Promise<PlatformProcess> {
    const port = String(await freePort());
    const folder = mkdtempSync(join(tmpdir(), 'lectern-fault-'));
    const file = join(folder, 'config.json');
    writeFileSync(file, JSON.stringify(asShipped(config)));
    const given = { DATA_DIR: 'memory', PORT: port, HOST: '127.0.0.1', CONFIG_FILE: file, ...env };
    const child = new ServerProcess({
      file: process.execPath,
      args: [...shortLived, program, ...args],
      env: { ...surroundings(), NODE_ENV: 'test', LOG_LEVEL: 'info', ...given },
      cwd,
      ...(stdout !== undefined && { stdout }),
    });
    return new PlatformProcess(`http://127.0.0.1:${given.PORT}`, folder, child);
  }

  /** Waits until /readyz answers 200. */
  async ready(): Promise<void> {
    await until(() => this.#assertReady(), { timeout, pause: 50 });
  }

  get pid(): number {
    return this.process.pid;
  }

  /** Output of the process so far. */
  get output(): string {
    return this.process.output;
  }

  /** Resolves to the exit code, or to the name of the signal that ended the process. */
  get exited(): Promise<number | string> {
    return this.process.exited;
  }

  signal(name: NodeJS.Signals): void {
    this.process.signal(name);
  }

  /** Sends a request to a path of the platform. */
  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(`${this.url}${path}`, { signal: AbortSignal.timeout(30_000), ...init });
  }

  /** Kills the process, and removes its files. */
  async clear(): Promise<void> {
    await this.process.end('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #assertReady(): Promise<void> {
    this.process.assertAlive();
    const { status } = await this.fetch('/readyz');
    if (status !== 200) throw new Error(`/readyz answers ${status}:\n${this.output.slice(-4000)}`);
  }
}

/** Restores the default time limits of the database, which `config/test.json` raises. */
function asShipped(config: PlatformConfig): object {
  const database = { acquireTimeoutMs: 0, statementTimeoutMs: 0, ...config.modules?.['database'] };
  return { ...config, modules: { ...config.modules, database } };
}

/** Returns the environment of this process without its settings of the platform, which must not affect the tests. */
function surroundings(): NodeJS.ProcessEnv {
  const ours = /^(LECTERN_|DATABASE_URL|DATA_|REDIS_URL|PORT$|HOST$|CONFIG_FILE|NODE_|npm_|TEST_)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)));
}
