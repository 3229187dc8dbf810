import cluster from 'node:cluster';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Logger } from '../../kernel/base/logger.ts';
import { reasonOf } from '../../kernel/base/thrown.ts';
import { pluginNamed } from '../../kernel/modules/layers.ts';
import { readManifest } from '../../kernel/modules/manifest.ts';
import type { ModuleCandidate } from '../../kernel/modules/order.ts';
import { ModuleFault } from '../../kernel/modules/module_fault.ts';
import { beyond } from '../../kernel/modules/uses.ts';
import { schemas } from '../config/check_schema.ts';
import { InstalledPackages } from './installed_packages.ts';
import { changePluginRecords, pluginRecordsFile, readPluginRecords, type PluginRecord } from './plugin_records.ts';

/** What the plugins of an installation may use, as `plugins.json` records it. */
export class PluginGrants {
  readonly #root: string;
  readonly #environment: string;
  readonly #tried: readonly string[];

  /** @param tried folders of plugins that are not installed; these need no grant */
  constructor(root: string, environment: string, tried: readonly unknown[]) {
    this.#root = root;
    this.#environment = environment;
    this.#tried = tried.flatMap((folder) => (typeof folder === 'string' ? resolve(folder) : []));
  }

  /** Refuses a plugin whose `uses` exceed what is granted. @throws ModuleFault */
  mustCover(plugin: ModuleCandidate): void {
    if (!this.#isCompared(plugin)) return;
    const { name, manifest } = plugin;
    const { granted, version, package: from } = readPluginRecords(this.#root)[name] ?? {};
    const isAuthored = from === undefined && this.#environment === 'development' && version === manifest.version;
    const more = granted && !isAuthored ? beyond(manifest.uses ?? {}, granted) : [];
    if (more.length === 0) return;
    const problem = `version ${manifest.version} uses more than is granted: ${more.join(', ')}`;
    throw new ModuleFault(name, pluginRecordsFile, `${problem}; review it, then run: lectern plugin grant ${name}`);
  }

  /** Records packages of started plugins, what plugins use at their first start, and edited folders in development. */
  record(plugins: readonly ModuleCandidate[], logger: Logger): void {
    if (cluster.isWorker && cluster.worker?.id !== 1) return;
    try {
      const records = readPluginRecords(this.#root);
      const packages = new InstalledPackages(this.#root);
      const due = plugins.flatMap((plugin) => {
        const before = records[plugin.name];
        const now = { ...this.#granted(plugin, before), ...packages.changedRecord(plugin, before) };
        return Object.keys(now).length > 0 ? [[plugin.name, { ...before, ...now } as PluginRecord] as const] : [];
      });
      if (due.length === 0) return;
      changePluginRecords(this.#root, (present) => ({ ...present, ...Object.fromEntries(due) }));
      const names = due.map(([name]) => name);
      logger.info({ plugins: names }, `${pluginRecordsFile} now records ${names.join(', ')}`);
    } catch (error) {
      const fix =
        'make the file writable for one start, or write it with lectern plugin grant <name> before it is copied';
      logger.warn(`Plugins are not recorded in ${pluginRecordsFile}: ${reasonOf(error)}; ${fix}`);
    }
  }

  #granted(plugin: ModuleCandidate, before: PluginRecord | undefined) {
    const { manifest } = plugin;
    if (this.#environment === 'test' || !this.#isCompared(plugin)) return undefined;
    const isSame = before?.version === manifest.version && isDeepStrictEqual(before.granted, manifest.uses);
    const isEdited = !isSame && before?.package === undefined && this.#environment === 'development';
    return before?.granted && !isEdited ? undefined : grantOf(plugin);
  }

  /** Whether a module is an installed plugin whose manifest has `uses`. */
  #isCompared({ layer, folder, manifest }: ModuleCandidate): boolean {
    return layer === 'plugins' && manifest.uses !== undefined && !this.#tried.includes(folder);
  }
}

/** A plugin, with the entries of its `uses` that are not granted (`added`), and granted ones that it lacks (`removed`). */
export interface GrantChange {
  readonly plugin: ModuleCandidate;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Compares the manifest of an installed plugin with its record. @throws ModuleFault of the manifest; Error without `uses` */
export function grantChange(root: string, name: string): GrantChange {
  const folder = pluginNamed(root, name);
  if (!folder) throw new Error(`There is no plugin "${name}". List the plugins with: lectern plugin list`);
  const plugin = { ...folder, manifest: readManifest(folder, schemas) };
  const { uses } = plugin.manifest;
  if (!uses)
    throw new Error(`module.json of ${name} has no "uses", so there is nothing to grant; its uses are not compared.`);
  const granted = readPluginRecords(root)[name]?.granted ?? {};
  return { plugin, added: beyond(uses, granted), removed: beyond(granted, uses) };
}

/** Records that a plugin may use what its manifest names. Keeps other keys of the record. @throws Error of the file system */
export function grant(root: string, plugin: Granted & Pick<ModuleCandidate, 'name'>): void {
  const { name } = plugin;
  changePluginRecords(root, (records) => ({ ...records, [name]: { ...records[name], ...grantOf(plugin) } }));
}

type Granted = Pick<ModuleCandidate, 'manifest'> & Partial<Pick<ModuleCandidate, 'package'>>;

/** Version of a plugin, which is that of its package, and what its manifest uses. */
function grantOf({ manifest, package: from }: Granted) {
  return { version: from?.version ?? manifest.version, granted: manifest.uses ?? {} };
}
