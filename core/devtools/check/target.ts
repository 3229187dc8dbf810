import { existsSync, realpathSync, statSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import {
  attributeStack,
  folderInCore,
  packagedAt,
  packageFolder,
  pluginNamed,
  pluginNameOf,
} from '../../hosting/internals.ts';

/** Folder of the checked module, and its place in the installation. */
export interface CheckTarget {
  readonly root: string;
  /** Absolute path. */
  readonly folder: string;
  readonly name: string;
  readonly layer: 'core' | 'plugins' | 'custom';
  /** Whether the installation loads the module from this folder. */
  readonly inPlace: boolean;
}

/**
 * Finds the folder of the module to check. `given` is a folder, relative to the current folder or to the installation,
 * or the name of a plugin.
 * @throws Error when the folder does not exist, or belongs to core of Lectern
 */
export function targetOf(root: string, given: string): CheckTarget {
  const named = pluginNamed(root, given)?.folder ?? join(root, 'plugins', given);
  const found = [resolve(given), resolve(root, given), named].find(isFolder);
  const packaged = packagedAt(found ?? '');
  if (packaged instanceof Error) throw packaged;
  const folder = packaged?.folder ?? found;
  if (folder === undefined)
    throw new Error(
      `${given} is no folder; name a plugin, or the folder of a module with its module.json, such as plugins/vip.`,
    );
  const name = packaged?.name ?? pluginNameOf(folder);
  if (isSame(folder, join(root, 'custom'))) return { root, folder, name: 'custom', layer: 'custom', inPlace: true };
  if (isBelow(folder, join(root, 'core'))) {
    if (!isSame(root, packageFolder) && isSame(folder, folderInCore(root, name) ?? ''))
      return { root, folder, name, layer: 'core', inPlace: true };
    throw new Error(`${given} belongs to core, which has its own tests; name a plugin, or custom.`);
  }
  return {
    root,
    folder,
    name,
    layer: 'plugins',
    inPlace: isSame(folder, pluginNamed(root, name)?.folder ?? join(root, 'plugins', name)),
  };
}

/** Path of a file of the module in reports: relative to the installation, or absolute for a module outside. */
export function shown({ root, folder }: CheckTarget, file = ''): string {
  const path = relative(root, join(folder, file));
  return path.startsWith('..') ? join(folder, file) : path;
}

/**
 * Converts a file name of the kernel to the path in reports. For a module outside of `plugins/`, the kernel names files
 * in `plugins/`, or relative to the installation.
 */
export function shownOf(target: CheckTarget, file: string): string {
  const place = `plugins/${target.name}/`;
  if (!target.inPlace && file.startsWith(place)) return shown(target, file.slice(place.length));
  return file.startsWith(`..${sep}`) ? resolve(target.root, file) : file;
}

/** Module and innermost line of a stack, as the report shows it: of the module, of another one, or else of core. */
export function placeIn(target: CheckTarget, stack: string): { name: string; place: string } | undefined {
  const { name, at } =
    attributeStack(stack, { ...target, compiled: join(target.root, 'dist'), modules: [target] }) ?? {};
  return name === undefined || at === undefined ? undefined : { name, place: shownOf(target, at) };
}

/** File with the services of the module, as the report shows it; the folder of the module if there is no such file. */
export function servicesOf(target: CheckTarget): string {
  return shown(
    target,
    ['services.ts', 'services.js'].find((one) => existsSync(join(target.folder, one))),
  );
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function isSame(one: string, other: string): boolean {
  return existsSync(one) && existsSync(other) && realpathSync(one) === realpathSync(other);
}

function isBelow(path: string, folder: string): boolean {
  return existsSync(folder) && realpathSync(path).startsWith(realpathSync(folder) + sep);
}
