import type { Config } from '../declare/config_schema.ts';
import { disabledPlugins, remarksOnDisabled, unloadedPlugin } from './disabled_plugins.ts';
import { FailedPlugins } from './failed_plugins.ts';
import { findFolders, type ModulePlaces } from './layers.ts';
import { intentOf, readManifest } from './manifest.ts';
import { ModuleFault } from './module_fault.ts';
import type { Candidate } from './order.ts';
import { writtenAddresses } from './written_addresses.ts';

/** Paths and configuration of an installation. */
export interface InstallationPaths extends ModulePlaces {
  readonly config: Config;
}

/** Modules to load, and plugins that failed. */
export interface DiscoveredModules {
  readonly candidates: readonly Candidate[];
  readonly failed: FailedPlugins;
}

/**
 * Discovers the modules of an installation. Plugins with a faulty folder or manifest count as failed.
 * @param irreplaceable names of plugins whose failure stops the start
 * @throws ModuleFault of a module that must not fail; Error when the configuration names an unknown module
 */
export function discoverModules(
  { root, modules = [], without = [], config }: InstallationPaths,
  irreplaceable?: ReadonlySet<string>,
): DiscoveredModules {
  const disabled = disabledPlugins(root, config);
  const passedOver = without.map((name) => unloadedPlugin(root, name));
  const failed = new FailedPlugins(
    { root, disabled, passedOver, remarks: remarksOnDisabled(root, config) },
    irreplaceable,
  );
  const candidates = findModules({ root, modules, without: [...without, ...config.plugins.disabled] }, failed);
  refuseUnknownSections(config, [...candidates.map(({ name }) => name), ...failed.absent.map(({ module }) => module)]);
  return { candidates, failed };
}

/** Finds the modules of an installation and adds faulty plugins to `failed`. @throws ModuleFault of core or custom */
export function findModules(places: ModulePlaces, failed: FailedPlugins): Candidate[] {
  const { folders, refused } = findFolders(places);
  for (const fault of refused) failed.add(fault, [{ layer: 'plugins', name: fault.module, manifest: {} }]);
  const core = new Set(folders.filter(({ layer }) => layer === 'core').map(({ name }) => name));
  return folders.flatMap((folder) => {
    try {
      if (folder.layer === 'plugins') refuseTakenName(folder.name, core);
      return [{ ...folder, manifest: readManifest(folder) }];
    } catch (error) {
      failed.add(error, [{ ...folder, manifest: intentOf(folder) }], writtenAddresses(folder));
      return [];
    }
  });
}

function refuseTakenName(name: string, core: ReadonlySet<string>): void {
  if (!core.has(name) && name !== 'custom') return;
  throw new ModuleFault(name, `plugins/${name}`, 'this name belongs to a module of another layer; rename the plugin.');
}

function refuseUnknownSections({ modules }: Config, names: readonly string[]): void {
  const unknown = Object.keys(modules).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const fix = 'remove it or correct its name';
  throw new Error(`Configuration: "modules.${unknown}" names a module that is not there; ${fix}.`);
}
