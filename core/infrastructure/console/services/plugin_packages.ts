import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { use, type Lifecycle, type SourceOfShape } from 'lectern';
import { reasonOf } from '../../../hosting/internals.ts';
import {
  installPlugin,
  packageSpec,
  removePlugin,
  updatable,
  withFolder,
  type InstallTerms,
} from '../../../operations/index.ts';
import { failures } from '../failures.ts';
import type { packageChange } from '../shapes/package_change.ts';

type PackageChange = SourceOfShape<typeof packageChange, 'public'>;

/** A change that a user asks for. */
interface WantedChange {
  readonly action: 'add' | 'update' | 'remove';
  /** `name[@version]` of a package to add; else name of a plugin. */
  readonly name: string;
  readonly archive?: { readonly bytes: Buffer } | undefined;
}

const CHANGE = 'console.package_change';
const CONFIRMED = 'console.package_change_confirmed';

/** Adds, updates and removes plugins from packages, as `lectern plugin` does. Makes one change at a time. */
export class PluginPackages implements Lifecycle {
  readonly #installation = use('installation');
  readonly #isOpen = use('consoleConfig').packages;
  readonly #logger = use('logger');
  #change: PackageChange | undefined;
  /** Answers the question of a change of this worker; undefined while no change waits. */
  #answer: ((isConfirmed: boolean) => void) | undefined;
  #running: Promise<void> | undefined;

  constructor() {
    const { workers } = this.#installation;
    workers.listen(CHANGE, (data) => {
      const change = data as PackageChange;
      if (change.id !== this.#change?.id) this.#answered(false);
      this.#change = change;
    });
    workers.listen(CONFIRMED, () => this.#answered(true));
  }

  /** Drops a change that waits, and waits for the end of one that is being made. */
  async stop(): Promise<void> {
    if (this.#change?.state === 'working') return this.#running;
    this.#change = undefined;
    this.#answered(false);
  }

  /** @throws failures.noPackageChange */
  get(id: string): PackageChange {
    if (this.#change?.id !== id) throw failures.noPackageChange();
    return this.#change;
  }

  /**
   * Begins to plan a change, which waits for `confirm`. Drops a change that waits.
   * @throws failures.noPackages unless the configuration allows changes; failures.notChanged during another one, or
   *   for a name that is none of a package
   */
  begin(wanted: WantedChange): PackageChange {
    this.#mustBeOpen();
    const { state = 'done', plugin } = this.#change ?? {};
    if (state === 'planning' || state === 'working')
      throw failures.notChanged({ message: `Another change is ${state}${plugin && `: ${plugin}`}; wait for its end.` });
    const { action, name, archive } = wanted;
    if (action === 'add' && !archive && !packageSpec.test(name))
      throw failures.notChanged({ message: `"${name}" is no name of a package, such as lectern-plugin-dice@1.2.0.` });
    this.#answered(false);
    const change = { id: randomUUID(), plugin: '', state: 'planning', breaks: false, text: '' } as const;
    this.#show(change);
    this.#running = this.#run(change.id, wanted);
    return change;
  }

  /**
   * Makes a planned change.
   * @param force whether to go on although something breaks
   * @throws failures.noPackages; failures.noPackageChange; failures.notChanged unless the change waits
   */
  confirm(id: string, force: boolean): PackageChange {
    this.#mustBeOpen();
    const change = this.get(id);
    if (change.state !== 'ready') throw failures.notChanged({ message: `The change is ${change.state}, not ready.` });
    if (change.breaks && !force)
      throw failures.notChanged({ message: 'The change breaks something; correct it, or send "force": true.' });
    const begun = { ...change, state: 'working' } as const;
    this.#show(begun);
    this.#answered(true);
    this.#installation.workers.send(CONFIRMED, id);
    return begun;
  }

  #mustBeOpen(): void {
    if (!this.#isOpen) throw failures.noPackages();
  }

  #answered(isConfirmed: boolean): void {
    this.#answer?.(isConfirmed);
    this.#answer = undefined;
  }

  #show(change: PackageChange): void {
    this.#change = change;
    this.#installation.workers.send(CHANGE, change);
  }

  async #run(id: string, wanted: WantedChange): Promise<void> {
    const set = (values: Partial<PackageChange>) => {
      if (this.#change?.id === id) this.#show({ ...this.#change, ...values });
    };
    const confirm: InstallTerms['confirm'] = (plugin, text, breaks = false) => {
      if (this.#change?.id !== id) return Promise.resolve(false);
      set({ plugin, text, breaks, state: 'ready' });
      return new Promise((resolve) => (this.#answer = resolve));
    };
    try {
      const isDone = await this.#make({ boot: this.#installation, force: true, confirm }, wanted);
      set({ state: isDone ? 'done' : 'unchanged' });
      const plugin = this.#change?.plugin;
      if (isDone) this.#logger.info({ plugin }, `The console has made a change of packages: ${wanted.action}`);
    } catch (error) {
      set({ state: 'failed', text: reasonOf(error) });
    }
  }

  /** @returns whether something was changed */
  async #make(terms: InstallTerms, { action, name, archive }: WantedChange): Promise<boolean> {
    if (action === 'remove') return removePlugin(terms, name);
    if (action === 'update') {
      const [[, from] = ['', '']] = updatable(terms.boot.root, name);
      return (await installPlugin(terms, `${from}@latest`, true)) !== undefined;
    }
    // With its version, the name is never that of a folder of the server.
    if (!archive) return (await installPlugin(terms, /.@/.test(name) ? name : `${name}@latest`)) !== undefined;
    return withFolder(terms.boot.root, async (folder) => {
      const file = join(folder, 'uploaded.tgz');
      writeFileSync(file, archive.bytes);
      return (await installPlugin(terms, file)) !== undefined;
    });
  }
}
