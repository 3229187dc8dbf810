import type { Config } from '../../kernel/base/config_schema.ts';
import type { FaultyModule, UnloadedPlugin } from '../../kernel/modules/failed_plugins.ts';
import { FailedPluginRegistry } from '../isolation/failed_plugin_registry.ts';
import {
  findFolders,
  folderInCore,
  modulesOfCore,
  placeOf,
  pluginNamed,
  type ModuleFolder,
  type ModulePlaces,
} from '../../kernel/modules/layers.ts';
import { codeFolder, manifestOfCode, type CodeModule } from '../../kernel/modules/code_module.ts';
import { checkedManifest, intentOf, readManifest, type Schemas } from '../../kernel/modules/manifest.ts';
import { ModuleFault } from '../../kernel/modules/module_fault.ts';
import type { ModuleCandidate } from '../../kernel/modules/order.ts';
import { compiledFolder } from './import_file.ts';
import { InstalledPackages } from './installed_packages.ts';
import type { PluginGrants } from './plugin_grants.ts';

export interface InstallationPaths extends ModulePlaces {
  readonly config: Config;
  readonly schemas: Schemas;
  /** Modules given as code. */
  readonly code?: readonly CodeModule[];
  readonly grants?: PluginGrants;
}

export interface DiscoveredModules {
  readonly candidates: readonly ModuleCandidate[];
  readonly failed: FailedPluginRegistry;
}

/**
 * Discovers the modules of an installation. Plugins with a faulty folder or manifest are listed in `failed`.
 * @param irreplaceable names of plugins whose failure stops the start
 * @throws ModuleFault of core, custom, or a plugin that is irreplaceable or whose `onFailure` is `abort`; Error for a
 * section of an unknown module, a disabled module that cannot be disabled, or a wrong folder in `modules`
 */
export function discoverModules(paths: InstallationPaths, irreplaceable?: ReadonlySet<string>): DiscoveredModules {
  const { root, without = [], config, code = [] } = paths;
  const disabled = disabledPlugins(root, config, code);
  const excluded = without.map((name) => unloadedModule(root, name));
  const failed = new FailedPluginRegistry({ root, compiled: compiledFolder }, { disabled, excluded }, irreplaceable);
  const candidates = findModules({ ...paths, without: [...without, ...config.plugins.disabled] }, failed);
  const unloaded = failed.unloaded.map(({ module }) => module);
  // A module of a package may have a section although nothing requires it.
  const packaged = modulesOfCore(root).flatMap((one) => (one.package ? one.name : []));
  refuseUnknownSections(config, candidates, [...unloaded, ...packaged]);
  return { candidates, failed };
}

/**
 * The disabled plugins and optional modules of core. Only their manifests are read.
 * @throws Error when the configuration disables custom, a module given as code, or one of core that is not optional
 */
function disabledPlugins(root: string, { plugins }: Config, code: readonly CodeModule[]): UnloadedPlugin[] {
  const kept = new Set(['custom', ...code.map(({ name }) => name)]);
  const required = plugins.disabled.find((name) => kept.has(name) || isRequired(folderInCore(root, name), name));
  if (required !== undefined)
    throw new Error(
      `Configuration: "plugins.disabled" names "${required}", which cannot be disabled; remove the name.`,
    );
  const names = [...new Set(plugins.disabled)].filter((name) => folderInCore(root, name) ?? pluginNamed(root, name));
  return names.map((name) => unloadedModule(root, name));
}

/** Whether a folder has a module of core that is not optional according to its manifest. */
function isRequired(folder: string | undefined, name: string): boolean {
  return folder !== undefined && intentOf({ layer: 'core', name, folder }).optional !== true;
}

/** Describes a module that is not loaded, with the addresses of a plugin; only its manifest is read. */
function unloadedModule(root: string, name: string): UnloadedPlugin {
  if (name === 'custom' || folderInCore(root, name)) return { module: name, addresses: [] };
  const plugin = pluginNamed(root, name);
  const { mounts = [] } = plugin ? intentOf(plugin) : {};
  return { module: name, addresses: [`/plugins/${name}`, ...mounts] };
}

/** Finds the modules of an installation and adds faulty plugins to `failed`, which throws other faults. */
function findModules(paths: InstallationPaths, failed: FailedPluginRegistry): ModuleCandidate[] {
  const required = (paths.code ?? []).flatMap(({ requires = {} }) => Object.keys(requires));
  const { folders, refused } = findFolders({ ...paths, required });
  for (const fault of refused) failed.leaveOutOrThrow(fault, [unknownPlugin(fault.module)]);
  const code = candidatesOfCode(paths, folders);
  const core = new Set([...code, ...folders.filter(({ layer }) => layer === 'core')].map(({ name }) => name));
  const packages = new InstalledPackages(paths.root);
  for (const fault of packages.missing(folders)) failed.leaveOutOrThrow(fault, [unknownPlugin(fault.module)]);
  const found = folders.flatMap((folder) => {
    try {
      if (folder.layer === 'plugins') refuseTakenName(folder, core);
      packages.refuseChanged(folder);
      const manifest = readManifest(folder, paths.schemas);
      refusePresent(folder, manifest.formerly, folders);
      paths.grants?.mustCover({ ...folder, manifest });
      return [{ ...folder, manifest }];
    } catch (error) {
      failed.leaveOutOrThrow(error, [{ ...folder, manifest: intentOf(folder) }]);
      return [];
    }
  });
  return [...code, ...found];
}

/** Checks the modules given as code. @throws ModuleFault for an invalid property, or a name that core has already */
function candidatesOfCode({ root, code = [], schemas }: InstallationPaths, folders: readonly ModuleFolder[]) {
  const taken = new Map(folders.filter(({ layer }) => layer === 'core').map((one) => [one.name, placeOf(one)]));
  return code.map((module): ModuleCandidate => {
    const folder = codeFolder(root, module);
    const manifest = checkedManifest(folder, { ...manifestOfCode(module) }, schemas);
    const other = taken.get(module.name);
    if (other !== undefined)
      throw new ModuleFault(module.name, placeOf(folder), `${other} has the same name; rename one of the two.`);
    taken.set(module.name, placeOf(folder));
    return { ...folder, manifest, code: module };
  });
}

/** Stands for a plugin without a known folder. */
function unknownPlugin(name: string): FaultyModule {
  return { layer: 'plugins', name, folder: '', manifest: {}, resources: [] };
}

function refuseTakenName(plugin: ModuleFolder, core: ReadonlySet<string>): void {
  const { name } = plugin;
  if (!core.has(name) && name !== 'custom') return;
  throw new ModuleFault(name, placeOf(plugin), 'this name belongs to a module of another layer; rename the plugin.');
}

/** Refuses a previous name (`formerly`) that a present module has, because the tables of that module would be taken over. */
function refusePresent(folder: ModuleFolder, formerly: string | undefined, folders: readonly ModuleFolder[]): void {
  const other = folders.find(({ name }) => name === formerly);
  if (!other) return;
  const file = `${placeOf(folder)}/module.json`;
  const fix = 'remove "formerly", or that module if it is the old version of this one';
  throw new ModuleFault(folder.name, file, `"formerly" names ${placeOf(other)}, which is present; ${fix}.`);
}

function refuseUnknownSections(
  { modules, budgets }: Config,
  candidates: readonly ModuleCandidate[],
  unloaded: readonly string[],
): void {
  const names = [...candidates.map(({ name }) => name), ...unloaded];
  for (const [key, sections] of Object.entries({ modules, budgets })) {
    const unknown = Object.keys(sections).find((name) => !names.includes(name));
    if (unknown === undefined) continue;
    const renamed = candidates.find(({ manifest }) => manifest.formerly === unknown);
    const fix = renamed ? `write "${key}.${renamed.name}", its present name` : 'remove the section or correct its name';
    throw new Error(`Configuration: "${key}.${unknown}" names a module that is not installed; ${fix}.`);
  }
}
