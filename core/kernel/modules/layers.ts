import { existsSync, readdirSync, realpathSync, statSync, type Dirent } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { ModuleFault } from './module_fault.ts';

/** The three layers; later ones override earlier ones. */
export const layers = ['core', 'plugins', 'custom'] as const;
export type Layer = (typeof layers)[number];

/** A module on disk, identified by layer and name. */
export interface ModuleFolder {
  readonly layer: Layer;
  readonly name: string;
  readonly folder: string;
}

/** Folders in which modules are found, and names of modules to leave out. */
export interface ModulePlaces {
  readonly root: string;
  /** Folders of plugins outside of `plugins/`. Each replaces the plugin of the same name in `plugins/`. */
  readonly modules?: readonly string[];
  /** Names of modules to leave out: plugins in `plugins/`, `custom`, and modules of core that no other requires. */
  readonly without?: readonly string[];
}

export interface FoundFolders {
  readonly folders: readonly ModuleFolder[];
  /** Faults of entries of `plugins/` that cannot be a plugin. */
  readonly refused: readonly ModuleFault[];
}

/** Folders of core that are not modules. */
export const hostFolders: readonly string[] = ['kernel', 'hosting', 'cli', 'devtools', 'operations', 'testing'];
const namePattern = /^[a-z][a-z0-9_]*$/;
const nameProblem =
  'a plugin is named with lower-case letters, digits and underscores, a letter first; rename the folder';

/** Finds the module folders, sorted by layer and name. @throws Error for a wrong folder or name in `modules` */
export function findFolders({ root, modules = [], without = [] }: ModulePlaces): FoundFolders {
  const refused: ModuleFault[] = [];
  const elsewhere = modules.map(pluginElsewhere);
  const excluded = new Set([...without, ...elsewhere.map(({ name }) => name)]);
  const installed = entriesOf(join(root, 'plugins')).filter((entry) => {
    if (excluded.has(entry.name)) return false;
    const problem = pluginProblem(join(root, 'plugins'), entry);
    if (problem) refused.push(new ModuleFault(entry.name, `plugins/${entry.name}`, problem));
    return problem === undefined;
  });
  const core = modulesOfCore(root).filter(({ name }) => !without.includes(name));
  const hasCustom = existsSync(join(root, 'custom')) && !excluded.has('custom');
  const custom = hasCustom ? [{ layer: 'custom' as const, name: 'custom', folder: join(root, 'custom') }] : [];
  const plugins = [...installed.map(({ name }) => moduleIn('plugins', join(root, 'plugins'), name)), ...elsewhere];
  return { folders: [...core, ...plugins.sort(byName), ...custom], refused };
}

/** The modules of core, sorted by name: folders of `core/`, or of a group such as `core/platform/`, which has no manifest. */
export function modulesOfCore(root: string): ModuleFolder[] {
  const core = join(root, 'core');
  const folders = foldersIn(core).filter((name) => !hostFolders.includes(name));
  return folders.flatMap((name) => modulesAt(core, name)).sort(byName);
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

/** Path of a module for messages, such as `plugins/vip` or `core/platform/users`. */
export function placeOf({ layer, name, folder }: ModuleFolder): string {
  const group = basename(dirname(folder));
  if (layer === 'custom') return layer;
  return layer === 'plugins' || group === 'core' ? `${layer}/${name}` : `core/${group}/${name}`;
}

function moduleIn(layer: Layer, parent: string, name: string): ModuleFolder {
  return { layer, name, folder: join(parent, name) };
}

function foldersIn(folder: string): string[] {
  return entriesOf(folder).flatMap((entry) => (entry.isFile() ? [] : [entry.name]));
}

/** @throws Error when the path is not a folder, or its last part is not a valid name of a plugin */
function pluginElsewhere(given: string): ModuleFolder {
  const folder = resolve(given);
  const name = basename(folder);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`${given} is no folder; name the folder of a plugin, which contains its module.json.`);
  if (!namePattern.test(name)) throw new Error(`${given}: ${nameProblem}.`);
  return { layer: 'plugins', name, folder };
}

function entriesOf(folder: string): Dirent[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.filter(isPossibleModule).sort(byName);
}

/** Compares by code unit, because file systems list entries in different orders. */
export function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : 1;
}

/** Whether an entry may be a module. Of files, only code counts: in `plugins/`, code files are refused as misplaced. */
function isPossibleModule(entry: Dirent): boolean {
  return !entry.isFile() || /\.(ts|mts|cts|js|mjs|cjs)$/.test(entry.name);
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
