import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../declare/config_schema.ts';
import { nearest } from '../declare/nearest.ts';
import { intentOf } from './manifest.ts';

/** A remark of the start that does not stop it. */
export interface StartRemark {
  readonly file: string;
  readonly message: string;
}

/** A plugin that is left out deliberately. */
export interface UnloadedPlugin {
  readonly module: string;
  /** Addresses that it would serve, according to its manifest. */
  readonly addresses: readonly string[];
}

/**
 * The disabled plugins of an installation. Only their manifests are read.
 * @throws Error when the configuration disables a module that is not a plugin
 */
export function disabledPlugins(root: string, { plugins }: Config): UnloadedPlugin[] {
  const isThere = (layer: string) => (name: string) => existsSync(join(root, layer, name));
  const core = plugins.disabled.find((name) => name === 'custom' || isThere('core')(name));
  if (core !== undefined)
    throw new Error(`Configuration: "plugins.disabled" names "${core}", but only plugins can be disabled; remove it.`);
  return [...new Set(plugins.disabled)].filter(isThere('plugins')).map((name) => unloadedPlugin(root, name));
}

/** A plugin of which only the manifest is read. */
export function unloadedPlugin(root: string, name: string): UnloadedPlugin {
  const { mounts = [] } = intentOf({ layer: 'plugins', name, folder: join(root, 'plugins', name) });
  return { module: name, addresses: [`/plugins/${name}`, ...mounts] };
}

/** Remarks on names of disabled plugins that do not exist. */
export function remarksOnDisabled(root: string, { plugins }: Config): StartRemark[] {
  const folder = join(root, 'plugins');
  const present = existsSync(folder) ? readdirSync(folder) : [];
  const unknown = plugins.disabled.filter((name) => !present.includes(name));
  return unknown.map((name) => {
    const [near] = nearest(name, present, 1);
    const fix = near === undefined ? 'remove it' : `remove it, or write "${near}" if that is meant`;
    return { file: 'plugins.disabled', message: `there is no plugin "${name}"; ${fix}` };
  });
}
