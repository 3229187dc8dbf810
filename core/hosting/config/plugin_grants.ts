import cluster from 'node:cluster';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Logger } from '../../kernel/base/logger.ts';
import { reasonOf } from '../../kernel/base/thrown.ts';
import { findFolders } from '../../kernel/modules/layers.ts';
import { readManifest } from '../../kernel/modules/manifest.ts';
import type { ModuleCandidate } from '../../kernel/modules/order.ts';
import { ModuleFault } from '../../kernel/modules/module_fault.ts';
import { beyond, type Uses } from '../../kernel/modules/uses.ts';
import { schemas } from './check_schema.ts';
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
    const uses = this.#declared(plugin);
    const record = uses && readPluginRecords(this.#root)[plugin.name];
    if (!record?.granted || this.#isAuthored(plugin, record)) return;
    const more = beyond(uses ?? {}, record.granted);
    if (more.length === 0) return;
    const problem = `version ${plugin.manifest.version} uses more than is granted: ${more.join(', ')}`;
    const fix = `review it, then run: lectern plugin grant ${plugin.name}`;
    throw new ModuleFault(plugin.name, pluginRecordsFile, `${problem}; ${fix}`);
  }

  /** Records what started plugins use at their first start, and in development what an edited folder uses. */
  record(plugins: readonly ModuleCandidate[], logger: Logger): void {
    const isFollower = cluster.isWorker && cluster.worker?.id !== 1;
    if (this.#environment === 'test' || isFollower) return;
    try {
      const records = readPluginRecords(this.#root);
      const due = plugins.filter((plugin) => this.#isDue(plugin, records[plugin.name]));
      if (due.length === 0) return;
      for (const plugin of due) grant(this.#root, plugin);
      const names = due.map(({ name }) => name);
      logger.info({ plugins: names }, `${pluginRecordsFile} now records what ${names.join(', ')} may use`);
    } catch (error) {
      const fix = 'run lectern plugin grant <name> where the file can be written, and deploy the file';
      logger.warn(`What plugins may use is not recorded in ${pluginRecordsFile}: ${reasonOf(error)}; ${fix}`);
    }
  }

  #isDue(plugin: ModuleCandidate, record: PluginRecord | undefined): boolean {
    const { version } = plugin.manifest;
    const uses = this.#declared(plugin);
    if (!uses) return false;
    if (!record?.granted) return true;
    const isSame = record.version === version && isDeepStrictEqual(record.granted, uses);
    return !isSame && record.package === undefined && this.#environment === 'development';
  }

  /** `uses` of an installed plugin. */
  #declared({ layer, folder, manifest }: ModuleCandidate): Uses | undefined {
    return layer !== 'plugins' || this.#tried.includes(folder) ? undefined : manifest.uses;
  }

  /** Whether an author edits the version of a folder that was granted. */
  #isAuthored({ manifest }: ModuleCandidate, record: PluginRecord): boolean {
    const isFolder = record.package === undefined;
    return isFolder && this.#environment === 'development' && record.version === manifest.version;
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
  const folder = findFolders({ root }).folders.find((one) => one.layer === 'plugins' && one.name === name);
  if (!folder) throw new Error(`There is no plugin "${name}". List the plugins with: lectern plugin list`);
  const plugin = { ...folder, manifest: readManifest(folder, schemas) };
  const { uses } = plugin.manifest;
  if (!uses)
    throw new Error(`module.json of ${name} has no "uses", so there is nothing to grant; its uses are not compared.`);
  const granted = readPluginRecords(root)[name]?.granted ?? {};
  return { plugin, added: beyond(uses, granted), removed: beyond(granted, uses) };
}

/** Records that a plugin may use what its manifest names. Keeps other keys of the record. @throws Error of the file system */
export function grant(root: string, { name, manifest }: Pick<ModuleCandidate, 'manifest' | 'name'>): void {
  changePluginRecords(root, (records) => ({
    ...records,
    [name]: { ...records[name], version: manifest.version, granted: manifest.uses ?? {} },
  }));
}
