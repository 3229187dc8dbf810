import { existsSync, readdirSync, realpathSync, statSync, type Dirent } from 'node:fs';
import { basename, dirname, join, posix, relative, resolve, sep } from 'node:path';
import { ModuleFault } from './module_fault.ts';
import {
  modulePackages,
  namePattern,
  onlyRequired,
  packageIn,
  packageText,
  pluginIn,
  readJson,
  type ModulePackage,
} from './packages.ts';

/** The three layers; later ones override earlier ones. */
export const layers = ['core', 'plugins', 'custom'] as const;
export type Layer = (typeof layers)[number];

/** A module on disk, identified by layer and name. */
export interface ModuleFolder {
  readonly layer: Layer;
  readonly name: string;
  readonly folder: string;
  /** The package that brings the module, if one does. */
  readonly package?: ModulePackage;
}

/** Stands for a folder in the paths of modules that are given as code. No folder has this name. */
export const folderInCode = '<code>';

/** Folders in which modules are found, and names of modules to leave out. */
export interface ModulePlaces {
  readonly root: string;
  /** Folders of plugins outside of `plugins/`. Each replaces the plugin of the same name in `plugins/`. */
  readonly modules?: readonly string[];
  /** Names of modules to leave out: plugins in `plugins/`, `custom`, and modules of core that no other requires. */
  readonly without?: readonly string[];
  /** Names of modules that modules without a folder require. */
  readonly required?: readonly string[];
}

export interface FoundFolders {
  readonly folders: readonly ModuleFolder[];
  /** Faults of entries of `plugins/`, and of packages, that cannot be a plugin. */
  readonly refused: readonly ModuleFault[];
}

/** Folders of core that are not modules. */
export const hostFolders: readonly string[] = ['kernel', 'hosting', 'cli', 'devtools', 'operations', 'testing'];
const nameProblem =
  'a plugin is named with lower-case letters, digits and underscores, a letter first; rename the folder';

/** Finds the module folders, sorted by layer and name. @throws Error for a wrong folder or name in `modules` */
export function findFolders({ root, modules = [], without = [], required = [] }: ModulePlaces): FoundFolders {
  const elsewhere = modules.map(pluginElsewhere);
  const excluded = new Set([...without, ...elsewhere.map(({ name }) => name)]);
  const { folders: installed, refused } = installedPlugins(root, excluded);
  const hasCustom = existsSync(join(root, 'custom')) && !excluded.has('custom');
  const custom = hasCustom ? [moduleIn('custom', root, 'custom')] : [];
  const plugins = [...installed, ...elsewhere].sort(byName);
  const present = modulesOfCore(root).filter(({ name }) => !without.includes(name));
  const named = [...required, ...modulePackages(root).flatMap((one) => one.with ?? [])];
  const core = onlyRequired(present, [...plugins, ...custom], named);
  return { folders: [...core, ...plugins, ...custom], refused };
}

/** Finds the plugins in `plugins/` and in packages. Two of one name are refused. */
function installedPlugins(root: string, excluded: ReadonlySet<string> = new Set()): FoundFolders {
  const refused: ModuleFault[] = [];
  const plugins = join(root, 'plugins');
  const entries = entriesOf(plugins).filter(({ name }) => !excluded.has(name));
  const found = entries.flatMap((entry) => {
    const problem = pluginProblem(plugins, entry);
    if (problem) refused.push(new ModuleFault(entry.name, `plugins/${entry.name}`, problem));
    return problem ? [] : [moduleIn('plugins', plugins, entry.name)];
  });
  for (const one of modulePackages(root)) {
    const plugin = one.plugin === undefined ? undefined : pluginIn(one);
    if (plugin instanceof ModuleFault) refused.push(plugin);
    else if (plugin && !excluded.has(plugin.name)) found.push(plugin);
  }
  const folders = found.filter(({ name }) => found.filter((one) => one.name === name).length === 1);
  const twice = new Set(found.filter((one) => !folders.includes(one)).map(({ name }) => name));
  for (const name of twice) refused.push(doubled(found.filter((one) => one.name === name)));
  return { folders, refused };
}

function doubled(modules: readonly ModuleFolder[]): ModuleFault {
  const { name } = modules[0] as ModuleFolder;
  const texts = modules.map((one) => (one.package ? packageText(one.package) : `the folder ${placeOf(one)}`));
  const packages = modules.flatMap((one) => one.package?.name ?? []);
  const folder = packages.length < modules.length ? `remove the folder, or ` : '';
  const fix = `keep only one: ${folder}uninstall a package with: npm uninstall ${packages.join(' | ')}`;
  const problem = `${texts.join(' and ')} are the same plugin, so none of them starts; ${fix}.`;
  return new ModuleFault(name, `plugin ${name}`, problem);
}

/** A plugin in `plugins/` or in a package, enabled or not; undefined when there is none of this name. */
export function pluginNamed(root: string, name: string): ModuleFolder | undefined {
  return installedPlugins(root).folders.find((plugin) => plugin.name === name);
}

/**
 * The modules of core, sorted by name: folders of `core/`, or of a group such as `core/platform/`, which has no manifest,
 * and those of packages, required or not. @throws Error when a folder and a package have the same module
 */
export function modulesOfCore(root: string): ModuleFolder[] {
  const core = join(root, 'core');
  const folders = foldersIn(core).filter((name) => !hostFolders.includes(name));
  const all = [...folders.flatMap((name) => modulesAt(core, name)), ...modulePackages(root).flatMap(modulesIn)];
  const sorted = all.sort(byName);
  const other = sorted.find(({ name }, index) => sorted[index - 1]?.name === name);
  const one = sorted.find(({ name }) => name === other?.name);
  if (one && other)
    throw new Error(`${placeOf(one)} and ${placeOf(other)} are the same module of core; remove one of them.`);
  return sorted;
}

/** Modules of core in a package. */
function modulesIn(one: ModulePackage): ModuleFolder[] {
  const folder = join(one.folder, one.modules ?? '');
  if (one.modules === undefined || relative(one.folder, folder).startsWith('..')) return [];
  const found = foldersIn(folder).flatMap((name) => modulesAt(folder, name));
  const modules = found.filter((module) => existsSync(join(module.folder, 'module.json')));
  return modules.map((module) => ({ ...module, package: one }));
}

function modulesAt(core: string, name: string): ModuleFolder[] {
  const group = join(core, name);
  const inGroup = existsSync(join(group, 'module.json')) ? [] : foldersIn(group);
  const isGroup = inGroup.some((one) => existsSync(join(group, one, 'module.json')));
  return isGroup ? inGroup.map((one) => moduleIn('core', group, one)) : [moduleIn('core', core, name)];
}

/** The folder of a module of core; undefined when there is none of this name. */
export function folderInCore(root: string, name: string): string | undefined {
  return modulesOfCore(root).find((module) => module.name === name)?.folder;
}

/**
 * Place of a module for messages: a path such as `plugins/vip` or `node_modules/lectern-plugin-dice`, or the name of a
 * module that is given as code.
 */
export function placeOf({ layer, name, folder, package: from }: ModuleFolder): string {
  if (from) return posix.join('node_modules', from.name, relative(from.folder, folder));
  const group = basename(dirname(folder));
  if (group === folderInCode) return `module ${name} of createKernel`;
  if (layer === 'custom') return layer;
  return layer === 'plugins' || group === 'core' ? `${layer}/${name}` : `core/${group}/${name}`;
}

function moduleIn(layer: Layer, parent: string, name: string): ModuleFolder {
  return { layer, name, folder: join(parent, name) };
}

function foldersIn(folder: string): string[] {
  return entriesOf(folder).flatMap((entry) => (entry.isFile() ? [] : [entry.name]));
}

/** Name of a plugin outside of `plugins/`: that of its module.json for a package, else that of its folder. */
export function pluginNameOf(folder: string): string {
  const name = readJson(join(folder, 'package.json')) && readJson(join(folder, 'module.json'))?.['name'];
  return typeof name === 'string' ? name : basename(folder);
}

/** @throws Error when the path is not a folder, or its last part is not a valid name of a plugin */
function pluginElsewhere(given: string): ModuleFolder {
  const folder = resolve(given);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`${given} is no folder; name the folder of a plugin, which contains its module.json.`);
  const packaged = packagedAt(folder);
  if (packaged instanceof ModuleFault) throw packaged;
  const name = pluginNameOf(folder);
  if (!packaged && !namePattern.test(name)) throw new Error(`${given}: ${nameProblem}.`);
  return packaged ?? { layer: 'plugins', name, folder };
}

/** The plugin of a package that is not installed, such as one in another `node_modules`; undefined for other folders. */
export function packagedAt(folder: string): ModuleFolder | ModuleFault | undefined {
  const [base, name = ''] = /^.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(folder) ?? [];
  const found = packageIn(base, name.replaceAll(sep, '/'));
  const plugin = found?.plugin === undefined ? undefined : pluginIn(found);
  if (folder === base) return plugin;
  return plugin instanceof ModuleFault || plugin?.folder !== folder ? undefined : plugin;
}

/** Folders, and files of code: in `plugins/`, these are refused as misplaced. */
function entriesOf(folder: string): Dirent[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.filter((entry) => !entry.isFile() || /\.[mc]?[jt]s$/.test(entry.name)).sort(byName);
}

/** Compares by code unit, because file systems list entries in different orders. */
export function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : 1;
}

function pluginProblem(plugins: string, entry: Dirent): string | undefined {
  if (entry.isFile()) return 'a plugin is a folder; move this file into the folder of a plugin, or out of plugins/';
  if (entry.name.startsWith('.')) return 'hidden folders are not loaded; rename the folder or move it out of plugins/';
  if (entry.isSymbolicLink() && !inside(plugins, join(plugins, entry.name))) {
    return 'this symbolic link leads out of plugins/, or nowhere; put the folder itself here instead';
  }
  return namePattern.test(entry.name) ? undefined : nameProblem;
}

/** Whether `path` is inside `folder`, with links resolved; false if one of the two does not exist. */
export function inside(folder: string, path: string): boolean {
  try {
    return realpathSync(path).startsWith(realpathSync(folder) + sep);
  } catch {
    return false;
  }
}
