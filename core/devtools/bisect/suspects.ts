import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig, readOwnFile } from '../../hosting/internals.ts';
import type { BootOptions } from '../../cli/index.ts';

/** Plugins that the search can leave out, and `custom`. */
export interface Suspects {
  /** Names of the plugins that are not disabled, and `custom` if the installation has this module. */
  readonly names: readonly string[];
  /** A set together with those of `names` that the set requires, directly or not, in the order of `names`. */
  closed(set: readonly string[]): string[];
}

export function suspectsOf({ root, env }: Pick<BootOptions, 'root' | 'env'>): Suspects {
  const { config } = loadConfig({ root, env, overrides: {} });
  const isThere = (name: string) => existsSync(join(root, folderOf(name), 'module.json'));
  const plugins = existsSync(join(root, 'plugins')) ? readdirSync(join(root, 'plugins')).sort() : [];
  const names = [...plugins.filter((name) => !config.plugins.disabled.includes(name)), 'custom'].filter(isThere);
  const required = new Map(names.map((name) => [name, requiredBy(root, name)]));
  const closed = (set: readonly string[]) => {
    const all = new Set(set);
    // The iteration includes added names, and therefore the requirements of requirements.
    for (const name of all) for (const other of required.get(name) ?? []) all.add(other);
    return names.filter((name) => all.has(name));
  };
  return { names, closed };
}

function folderOf(name: string): string {
  return name === 'custom' ? name : join('plugins', name);
}

/** Modules that a plugin requires; none if its manifest is unreadable. */
function requiredBy(root: string, name: string): string[] {
  try {
    const text = readOwnFile(join(root, folderOf(name)), 'module.json');
    return Object.keys((JSON.parse(text) as { requires?: object }).requires ?? {});
  } catch {
    return [];
  }
}
