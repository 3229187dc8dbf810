import { join, relative } from 'node:path';
import { watch } from 'chokidar';
import { onSignals, pluginNameOf } from '../../hosting/internals.ts';
import type { CommandIo } from '../../cli/index.ts';
import { ServingProcess, type ServedPlace } from './serving_process.ts';

/** Folders of an installation whose files are watched. */
const watched = ['core', 'plugins', 'custom', 'config'];
// Changes are applied together after this time without a further change: version control writes many files.
const SETTLE_MS = 100;

/** Collects changed files. Determines the modules to reload, and whether the process must restart. */
class Changes {
  /** Changed modules, which a reload replaces in the running process: names of plugins, and `custom`. */
  readonly modules = new Set<string>();
  /** The first changed file that requires a restart, if any. */
  restartFor: string | undefined;

  /** @param path relative to the folder of the installation */
  add(path: string): void {
    const [layer, name] = path.split(/[\\/]/);
    if (layer === 'custom') this.modules.add(layer);
    else if (layer === 'plugins' && name !== undefined) this.modules.add(name);
    else if (layer !== 'plugins') this.restartFor ??= path;
  }
}

/** Starts a serving process. Watches files, and reloads changed modules in that process or restarts the process. */
export class Watch {
  #serving: ServingProcess;
  #changes = new Changes();
  #timer: NodeJS.Timeout | undefined;
  /** Resolves when all changes so far were sent to the serving process, or applied by a restart. */
  #restarting: Promise<void> = Promise.resolve();

  constructor(
    private readonly place: ServedPlace,
    private readonly io: CommandIo,
  ) {
    this.#serving = this.#serve();
    onSignals({
      first: () => void this.#serving.end().then(() => process.exit(0)),
      hangUp: () => {
        this.#restartLater('SIGHUP');
      },
    });
    watch(watched, { cwd: place.root, ignoreInitial: true, ignored: isIgnored }).on('all', (_event, path) => {
      this.#noteChange(path);
    });
    for (const folder of place.modules) this.#watchPlugin(folder);
  }

  #watchPlugin(folder: string): void {
    const ignored = (path: string) =>
      isIgnored(`/${relative(folder, path)}`.replace(/^\/dist([\\/]|$)/, '/node_modules/'));
    watch(folder, { ignoreInitial: true, ignored }).on('all', () => {
      this.#noteChange(join('plugins', pluginNameOf(folder)));
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
    else if (!this.#serving.isServing) await this.#restart('a file has changed');
    else if (modules.size > 0 && !(await this.#serving.reload([...modules])))
      await this.#restart('a file has changed, and the server did not respond');
  }

  #restartLater(reason: string): void {
    this.#restarting = this.#restarting.then(() => this.#restart(reason));
  }

  async #restart(reason: string): Promise<void> {
    this.io.log(`Restarting: ${reason}.`);
    await this.#serving.end();
    this.#serving = this.#serve();
  }

  #serve(): ServingProcess {
    return new ServingProcess(this.place, {
      restart: (reason) => {
        this.#restartLater(reason);
      },
      failed: () => {
        this.io.log('The server has ended; it starts again with the next change.');
      },
    });
  }
}

/** Whether a path is not watched: packages, tests, hidden files, and backups of editors. */
function isIgnored(path: string): boolean {
  return /[\\/](node_modules|test)([\\/]|$)|[\\/]\.[^\\/]*$|~$/.test(path);
}
