import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { modulesOfCore } from '../../kernel/modules/layers.ts';
import { readOwnFile } from '../../kernel/modules/own_file.ts';

/** A module as its folder describes it. Includes modules that cannot start. */
export interface ModuleOnDisk {
  readonly layer: 'core' | 'plugins' | 'custom';
  readonly name: string;
  /** Empty if the manifest cannot be read. */
  readonly version: string;
  readonly requires: readonly string[];
  /** Whether the configuration may disable this module of core. */
  readonly optional: boolean;
}

/** All modules of an installation, read only from manifests: works for an installation that cannot start. */
export function modulesOnDisk(root: string): ModuleOnDisk[] {
  const core = modulesOfCore(root).filter(({ folder }) => existsSync(join(folder, 'module.json')));
  const plugins = foldersIn(join(root, 'plugins'));
  return [
    ...core.map(({ name, folder }) => describe('core', name, folder)),
    ...plugins.map((name) => describe('plugins', name, join(root, 'plugins', name))),
    ...(existsSync(join(root, 'custom')) ? [describe('custom', 'custom', join(root, 'custom'))] : []),
  ];
}

export function pluginsOnDisk(root: string): ModuleOnDisk[] {
  return modulesOnDisk(root).filter(({ layer }) => layer === 'plugins');
}

/** Modules that the configuration can disable: plugins, and optional modules of core. */
export function switchableModules(root: string): ModuleOnDisk[] {
  return modulesOnDisk(root).filter(({ layer, optional }) => layer === 'plugins' || optional);
}

function foldersIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries
    .filter((entry) => !entry.isFile())
    .map(({ name }) => name)
    .sort();
}

function describe(layer: ModuleOnDisk['layer'], name: string, folder: string): ModuleOnDisk {
  const { version, requires, optional } = manifestIn(folder);
  return {
    layer,
    name,
    version: typeof version === 'string' ? version : '',
    requires: typeof requires === 'object' && requires !== null ? Object.keys(requires) : [],
    optional: layer === 'core' && optional === true,
  };
}

/** Ignores a faulty manifest; the kernel reports the error. */
function manifestIn(folder: string): Readonly<Partial<Record<'version' | 'requires' | 'optional', unknown>>> {
  try {
    const manifest: unknown = JSON.parse(readOwnFile(folder, 'module.json'));
    return typeof manifest === 'object' && manifest !== null ? manifest : {};
  } catch {
    return {};
  }
}
