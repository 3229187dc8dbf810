import { isTree } from '../../kernel/base/tree.ts';
import { findFolders, type ModuleFolder } from '../../kernel/modules/layers.ts';
import { readOwnJson } from '../../kernel/modules/own_file.ts';

/** A module as its folder describes it. Includes modules that cannot start. */
export interface ModuleOnDisk extends Pick<ModuleFolder, 'layer' | 'name'> {
  /** Empty if the manifest cannot be read. */
  readonly version: string;
  readonly requires: readonly string[];
  /** Whether the configuration may disable this module of core. */
  readonly optional: boolean;
  /** Whether the manifest has `uses`; undefined for a module of core. */
  readonly declaresUses: boolean | undefined;
}

/** All modules of an installation, read only from manifests: works for an installation that cannot start. */
export function modulesOnDisk(root: string): ModuleOnDisk[] {
  return findFolders({ root }).folders.map(describe);
}

export function pluginsOnDisk(root: string): ModuleOnDisk[] {
  return modulesOnDisk(root).filter(({ layer }) => layer === 'plugins');
}

/** Modules that the configuration can disable: plugins, and optional modules of core. */
export function switchableModules(root: string): ModuleOnDisk[] {
  return modulesOnDisk(root).filter(({ layer, optional }) => layer === 'plugins' || optional);
}

function describe({ layer, name, folder }: ModuleFolder): ModuleOnDisk {
  // The kernel reports a faulty manifest.
  const { version, requires, optional, uses } = readOwnJson(folder, 'module.json') ?? {};
  return {
    layer,
    name,
    version: typeof version === 'string' ? version : '',
    requires: isTree(requires) ? Object.keys(requires) : [],
    optional: layer === 'core' && optional === true,
    declaresUses: layer === 'core' ? undefined : uses !== undefined,
  };
}
