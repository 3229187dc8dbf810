import { existsSync, readdirSync, realpathSync, type Dirent } from 'node:fs';
import { join, sep } from 'node:path';
import { ModuleFault } from './fault.ts';

/** The three layers, later over earlier. */
export const layers = ['core', 'plugins', 'custom'] as const;
export type Layer = (typeof layers)[number];

/** A folder that is a module, by its place. */
export interface ModuleFolder {
  readonly layer: Layer;
  readonly name: string;
  readonly folder: string;
}

export interface FoundFolders {
  readonly folders: readonly ModuleFolder[];
  /** Entries of `plugins/` that cannot be a module. */
  readonly refused: readonly ModuleFault[];
}

// Rooms of core that host modules instead of being one.
const notModules = new Set(['kernel', 'cli']);
const namePattern = /^[a-z][a-z0-9_]*$/;

/** Finds the module folders below `root`, layer by layer, each by name. */
export function findFolders(root: string): FoundFolders {
  const refused: ModuleFault[] = [];
  const plugins = entriesOf(join(root, 'plugins')).filter((entry) => {
    const problem = pluginProblem(join(root, 'plugins'), entry);
    if (problem) refused.push(new ModuleFault(entry.name, `plugins/${entry.name}`, problem));
    return problem === undefined;
  });
  const core = entriesOf(join(root, 'core')).filter((entry) => !entry.isFile() && !notModules.has(entry.name));
  const inLayer = (layer: Layer, entries: Dirent[]) =>
    entries.map(({ name }) => ({ layer, name, folder: join(root, layer, name) }));
  const custom = existsSync(join(root, 'custom'))
    ? [{ layer: 'custom' as const, name: 'custom', folder: join(root, 'custom') }]
    : [];
  return { folders: [...inLayer('core', core), ...inLayer('plugins', plugins), ...custom], refused };
}

// File systems list in orders of their own; names compare by code unit, the same everywhere.
function entriesOf(folder: string): Dirent[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.filter(isPossibleModule).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Loose files such as a README belong to nobody; code among them was meant to be a plugin. */
function isPossibleModule(entry: Dirent): boolean {
  return !entry.isFile() || /\.(ts|mts|cts|js|mjs|cjs)$/.test(entry.name);
}

function pluginProblem(plugins: string, entry: Dirent): string | undefined {
  if (entry.isFile()) return 'a plugin is a folder; move this file into plugins/<name>/resources/';
  if (entry.name.startsWith('.')) return 'hidden folders are not loaded; rename it or move it out of plugins/';
  if (entry.isSymbolicLink() && !inside(plugins, join(plugins, entry.name))) {
    return 'this symbolic link leads out of plugins/; copy the folder here instead';
  }
  if (!namePattern.test(entry.name)) {
    return 'a plugin is named with lower-case letters, digits and underscores, a letter first; rename the folder';
  }
  return undefined;
}

/** Whether `path`, links resolved, lies in `folder`. */
export function inside(folder: string, path: string): boolean {
  try {
    return realpathSync(path).startsWith(realpathSync(folder) + sep);
  } catch {
    return false;
  }
}
