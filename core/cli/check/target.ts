import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';

/** The folder of the module that is checked, and its place in the installation. */
export interface Target {
  readonly root: string;
  /** Absolute path. */
  readonly folder: string;
  readonly name: string;
  readonly layer: 'plugins' | 'custom';
  /** Whether it stands where the installation looks for it. */
  readonly inPlace: boolean;
}

/**
 * Finds the module that was named: a folder, seen from here or from the installation.
 * @throws Error when there is none
 */
export function targetOf(root: string, given: string): Target {
  const folder = [resolve(given), resolve(root, given)].find(isFolder);
  if (folder === undefined)
    throw new Error(`${given} is no folder; name the one with the module.json, as plugins/vip.`);
  const name = basename(folder);
  if (isSame(folder, join(root, 'custom'))) return { root, folder, name: 'custom', layer: 'custom', inPlace: true };
  if (isBelow(folder, join(root, 'core'))) {
    throw new Error(`${given} belongs to core, whose own tests make sure of it; name a plugin, or custom.`);
  }
  return { root, folder, name, layer: 'plugins', inPlace: isSame(folder, join(root, 'plugins', name)) };
}

/** A file of the module as reports name it: below the installation, or as a path of its own. */
export function shown({ root, folder }: Target, file = ''): string {
  const path = relative(root, join(folder, file));
  return path.startsWith('..') ? join(folder, file) : path;
}

/** What the kernel calls a file, as reports name it: it sees a module that stands elsewhere from the root, or in place. */
export function shownOf(target: Target, file: string): string {
  const place = `plugins/${target.name}/`;
  if (!target.inPlace && file.startsWith(place)) return shown(target, file.slice(place.length));
  return file.startsWith(`..${sep}`) ? resolve(target.root, file) : file;
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
