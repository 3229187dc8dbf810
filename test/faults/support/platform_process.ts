import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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

/** What a platform is started with. */
export interface PlatformTerms {
  /** Beside what it takes from the surroundings; a DATABASE_URL has to be here. */
  readonly env?: Readonly<Record<string, string>>;
  /** Laid over the configuration. */
  readonly config?: PlatformConfig;
  /** In place of `start`. */
  readonly args?: readonly string[];
  readonly cwd?: string;
  /** Where its log goes instead of `output`. */
  readonly stdout?: number | 'unread';
}

/** The compiled platform, as an operator runs it: `lectern start` in a process of its own, on a port of its own. */
export class PlatformProcess {
  private constructor(
    readonly url: string,
    readonly folder: string,
    readonly process: ServerProcess,
  ) {}

  /** Starts it and waits until it is ready. @throws Error with what it has printed when it ends before */
  static async start(terms: PlatformTerms = {}): Promise<PlatformProcess> {
    const platform = await PlatformProcess.begin(terms);
    await platform.ready();
    return platform;
  }

  /** Starts it without waiting; see `ready`. */
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
      args: [program, ...args],
      env: { ...surroundings(), NODE_ENV: 'test', LOG_LEVEL: 'info', ...given },
      cwd,
      ...(stdout !== undefined && { stdout }),
    });
    return new PlatformProcess(`http://127.0.0.1:${given.PORT}`, folder, child);
  }

  /** Waits until it answers that it is ready. */
  async ready(): Promise<void> {
    await until(() => this.#assertReady(), { timeout, pause: 50 });
  }

  get pid(): number {
    return this.process.pid;
  }

  /** What it has printed so far. */
  get output(): string {
    return this.process.output;
  }

  /** Resolves to the exit code, or to the name of the signal that ended it. */
  get exited(): Promise<number | string> {
    return this.process.exited;
  }

  signal(name: NodeJS.Signals): void {
    this.process.signal(name);
  }

  /** Asks for a path below the address. */
  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(`${this.url}${path}`, { signal: AbortSignal.timeout(30_000), ...init });
  }

  /** Ends it, and removes its files. */
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

/** Tests are otherwise more patient with the database than anybody who serves clients. */
function asShipped(config: PlatformConfig): object {
  const database = { acquireTimeoutMs: 0, statementTimeoutMs: 0, ...config.modules?.['database'] };
  return { ...config, modules: { ...config.modules, database } };
}

/** Settings of whoever runs the suite must not reach the platforms in it. */
function surroundings(): NodeJS.ProcessEnv {
  const ours = /^(LECTERN_|DATABASE_URL|DATA_|REDIS_URL|PORT$|HOST$|CONFIG_FILE|NODE_|npm_|TEST_)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)));
}
