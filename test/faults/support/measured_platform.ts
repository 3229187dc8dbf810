import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Memory of a process in bytes, and the number of its handles by kind. */
export interface Holdings {
  readonly heapUsed: number;
  readonly external: number;
  readonly rss: number;
  readonly handles: Readonly<Record<string, number>>;
}

/** The compiled platform in a separate process, which reports memory and handles after a garbage collection. */
export class MeasuredPlatform {
  private constructor(
    readonly url: string,
    readonly child: ChildProcess,
  ) {}

  /** @throws Error when the process ends before the platform listens */
  static async start(config: object, env: Readonly<Record<string, string>> = {}): Promise<MeasuredPlatform> {
    const file = fileURLToPath(new URL('measured_platform.mjs', import.meta.url));
    const child = fork(file, [JSON.stringify({ http: { port: 0 }, ...config })], {
      cwd: fileURLToPath(new URL('../../../', import.meta.url)),
      env: { PATH: process.env['PATH'], NODE_ENV: 'test', LOG_LEVEL: 'info', DATA_DIR: 'memory', ...env },
      execArgv: ['--expose-gc'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const release = () => child.kill('SIGKILL');
    process.once('exit', release);
    child.once('exit', () => process.off('exit', release));
    const ended = once(child, 'exit').then(() => Promise.reject(new Error('The platform has ended.')));
    const [url] = (await Promise.race([once(child, 'message'), ended])) as [string];
    ended.catch(() => undefined);
    return new MeasuredPlatform(url, child);
  }

  async holdings(): Promise<Holdings> {
    const told = once(this.child, 'message');
    this.child.send('measure');
    const [holdings] = (await told) as [Holdings];
    return holdings;
  }

  async clear(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
  }
}
