import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findFolders, nearest, pluginNamed } from '../../hosting/internals.ts';
import { targetOf } from '../check/target.ts';
import type { Modules } from './dry_run.ts';

/** The change to plan: a plugin, the action, and the modules before and after the change. */
export interface Intent {
  readonly name: string;
  /** `look` shows what an installed plugin contributes. */
  readonly action: 'add' | 'update' | 'remove' | 'look';
  readonly before: Modules;
  readonly after: Modules;
}

/**
 * Plans to add or update a plugin from a folder, or to look at an installed one.
 * @throws Error when the folder does not exist, or belongs to core
 */
export function intentToAdd(root: string, given: string): Intent {
  const { folder, name, inPlace } = targetOf(root, given);
  if (inPlace) return { name, action: 'look', before: { without: [name] }, after: {} };
  const isThere = existsSync(join(root, 'plugins', name)) || pluginNamed(root, name) !== undefined;
  return { name, action: isThere ? 'update' : 'add', before: {}, after: { modules: [folder] } };
}

/** Plans to remove a plugin or `custom`. @throws Error when the folder of this module does not exist */
export function intentToRemove(root: string, name: string): Intent {
  const plugins = join(root, 'plugins');
  const packaged = findFolders({ root }).folders.flatMap((one) =>
    one.layer === 'plugins' && one.package ? one.name : [],
  );
  const custom = existsSync(join(root, 'custom')) ? ['custom'] : [];
  const names = [...(existsSync(plugins) ? readdirSync(plugins) : []), ...packaged, ...custom];
  if (names.includes(name)) return { name, action: 'remove', before: {}, after: { without: [name] } };
  const [near = 'list the plugins with: lectern plugin list'] = nearest(name, names, 1).map(
    (one) => `did you mean "${one}"?`,
  );
  throw new Error(`There is no plugin "${name}"; ${near}`);
}
