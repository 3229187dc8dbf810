import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** An installation in development, and folders of plugins that it loads from elsewhere. */
export interface ServedPlace {
  readonly root: string;
  readonly modules: readonly string[];
}

/** Message to the serving process: names of the modules whose files have changed. */
export interface ReloadRequest {
  readonly reload: readonly string[];
}

/**
 * Message of the serving process: a heartbeat, every second and as the answer to each request while its event loop turns;
 * a debugger may pause the process at any line. Or the reason for a restart, after a reload that needs a port in use.
 */
export type ServingMessage = { readonly isDebugged: boolean } | { readonly restart: string };

// Milliseconds without a heartbeat after which a process counts as blocked.
const BLOCKED_MS = 3_000;

export interface ServingListeners {
  readonly restart: (reason: string) => void;
  readonly failed: () => void;
}

/** The process of `lectern dev` that serves. Ends also while its event loop is blocked, when signals are not heard. */
export class ServingProcess {
  readonly #child: ChildProcess;
  #isDebugged = false;

  constructor({ root, modules }: ServedPlace, { restart, failed }: ServingListeners) {
    const main = process.argv[1] as string;
    const plugins = modules.flatMap((folder) => ['--plugin', folder]);
    const args = [...process.execArgv, main, '--root', root, 'dev', '--serve', ...plugins];
    this.#child = spawn(process.execPath, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
    this.#child.on('message', (message: ServingMessage) => {
      if ('restart' in message) restart(message.restart);
      else this.#isDebugged = message.isDebugged;
    });
    this.#child.on('exit', (code) => {
      if (code !== null && code > 0) failed();
    });
  }

  get isServing(): boolean {
    return this.#child.connected && this.#child.exitCode === null;
  }

  /** Asks for a reload. A blocked process is killed. @returns whether the process will reload the modules */
  async reload(modules: readonly string[]): Promise<boolean> {
    const hearing = this.#hearsWithin(BLOCKED_MS);
    this.#child.send({ reload: modules } satisfies ReloadRequest, () => undefined);
    const isHeard = await hearing;
    if (!isHeard) this.#child.kill('SIGKILL');
    return isHeard;
  }

  /** Ends the process in order; kills the process when it is blocked. */
  async end(): Promise<void> {
    if (this.#hasEnded()) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    while (!this.#hasEnded()) if (!(await this.#hearsWithin(BLOCKED_MS))) this.#child.kill('SIGKILL');
    await ended;
  }

  #hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Waits for the next message, or for the end of the process. A process with a debugger is not expected to answer. */
  async #hearsWithin(ms: number): Promise<boolean> {
    const signal = AbortSignal.timeout(ms);
    const heard = once(this.#child, 'message', { signal }).then(() => true);
    const ended = once(this.#child, 'exit', { signal }).then(() => false);
    return Promise.race([heard, ended]).catch(() => this.#isDebugged);
  }
}
