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
import { schemas } from './check_schema.ts';
import { changePluginRecords, pluginRecordsFile, readPluginRecords, type PluginRecords } from './plugin_records.ts';

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

  /** Records what started plugins use at their first start, and in development what an edited folder uses. */
  record(plugins: readonly ModuleCandidate[], logger: Logger): void {
    const isFollower = cluster.isWorker && cluster.worker?.id !== 1;
    if (this.#environment === 'test' || isFollower) return;
    try {
      const records = readPluginRecords(this.#root);
      const due = plugins.filter((plugin) => this.#isCompared(plugin) && this.#isDue(plugin, records));
      for (const plugin of due) grant(this.#root, plugin);
      const names = due.map(({ name }) => name);
      if (due.length > 0)
        logger.info({ plugins: names }, `${pluginRecordsFile} now records what ${names.join(', ')} may use`);
    } catch (error) {
      const fix = 'run lectern plugin grant <name> where the file can be written, and deploy the file';
      logger.warn(`What plugins may use is not recorded in ${pluginRecordsFile}: ${reasonOf(error)}; ${fix}`);
    }
  }

  #isDue({ name, manifest }: ModuleCandidate, records: PluginRecords): boolean {
    const { granted, version, package: from } = records[name] ?? {};
    const isSame = version === manifest.version && isDeepStrictEqual(granted, manifest.uses);
    return !granted || (!isSame && from === undefined && this.#environment === 'development');
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
export function grant(root: string, { name, manifest }: Pick<ModuleCandidate, 'manifest' | 'name'>): void {
  changePluginRecords(root, (records) => ({
    ...records,
    [name]: { ...records[name], version: manifest.version, granted: manifest.uses ?? {} },
  }));
}
