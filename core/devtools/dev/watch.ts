import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'chokidar';
import { forceCode, onSignals } from 'lectern/host';
import { Changes, isIgnored, watched } from './changes.ts';
import type { CommandIo } from '../../cli/index.ts';
import type { ReloadRequest, RestartRequest } from './messages.ts';

// Changes are applied together after this time without a further change: version control writes many files.
const SETTLE_MS = 150;

/** Starts a serving process. Watches files, and reloads changed modules in that process or restarts the process. */
export class Watch {
  readonly #root: string;
  readonly #io: CommandIo;
  #child: ChildProcess;
  #changes = new Changes();
  #timer: NodeJS.Timeout | undefined;
  /** Resolves when all changes so far were sent to the serving process, or applied by a restart. */
  #restarting: Promise<void> = Promise.resolve();

  constructor(root: string, io: CommandIo) {
    this.#root = root;
    this.#io = io;
    this.#child = this.#serve();
    onSignals({
      first: () => void this.#end().then(() => process.exit(0)),
      second: (signal) => process.exit(forceCode(signal)),
      hangUp: () => {
        this.#restarting = this.#restarting.then(() => this.#restart('SIGHUP'));
      },
    });
    watch(watched, { cwd: root, ignoreInitial: true, ignored: isIgnored }).on('all', (_event, path) => {
      this.#noteChange(path);
    });
  }

  #noteChange(path: string): void {
    this.#changes.add(path);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const changes = this.#changes;
      this.#changes = new Changes();
      this.#restarting = this.#restarting.then(() => this.#take(changes));
    }, SETTLE_MS);
  }

  async #take({ modules, restartFor }: Changes): Promise<void> {
    if (restartFor !== undefined) await this.#restart(`${restartFor} has changed`);
    else if (!this.#isServing) await this.#restart('a file has changed');
    else if (modules.length > 0) this.#child.send({ reload: modules } satisfies ReloadRequest);
  }

  get #isServing(): boolean {
    return this.#child.connected && this.#child.exitCode === null;
  }

  async #restart(reason: string): Promise<void> {
    this.#io.log(`Restarting: ${reason}.`);
    await this.#end();
    this.#child = this.#serve();
  }

  async #end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await ended;
  }

  #serve(): ChildProcess {
    const main = process.argv[1] as string;
    const args = [...process.execArgv, main, '--root', this.#root, 'dev', '--serve'];
    const child = spawn(process.execPath, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
    child.on('message', ({ restart }: RestartRequest) => {
      this.#restarting = this.#restarting.then(() => this.#restart(restart));
    });
    child.on('exit', (code) => {
      if (code !== null && code > 0) this.#io.log('The server has ended; it starts again with the next change.');
    });
    return child;
  }
}
