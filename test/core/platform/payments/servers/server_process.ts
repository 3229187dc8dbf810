import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shortLived } from '../../../../support/engine_flags.mjs';
import { projectRoot } from '../../../../support/platform.ts';

/** The built command. */
const start = [...shortLived, 'dist/core/cli/main.js', 'start'];

/** The platform in a process of its own, as `lectern start` runs it; it can be killed. */
export class ServerProcess {
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #folder: string;

  private constructor(child: ChildProcess, folder: string, url: string) {
    this.#child = child;
    this.#folder = folder;
    this.url = url;
  }

  /** Starts the process, and waits until it listens. @throws Error with its output when it ends instead */
  static async start(config: object, env: Readonly<Record<string, string>>): Promise<ServerProcess> {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-'));
    const file = join(folder, 'config.json');
    writeFileSync(file, JSON.stringify(config));
    const usual = { PATH: process.env['PATH'], NODE_ENV: 'test', LOG_LEVEL: 'info', CONFIG_FILE: file };
    const child = spawn(process.execPath, start, {
      cwd: projectRoot,
      env: { ...usual, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return new ServerProcess(child, folder, await urlOf(child));
  }

  /** Kills the process at once, as a failing machine does. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const ended = once(this.#child, 'exit');
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      this.#child.kill(signal);
      await ended;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Address at which the process listens. Its later output is read and dropped, so that it never blocks. */
async function urlOf(child: ChildProcess): Promise<string> {
  let said = '';
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        if (said.length < 100_000) said += chunk.toString();
        const [, url] = /Lectern is ready at (http:[^\s"]+)/.exec(said) ?? [];
        if (url !== undefined) resolve(url);
      });
    }
    child.once('exit', () => {
      reject(new Error(`The process ended without listening; it said ${said}`));
    });
  });
}
