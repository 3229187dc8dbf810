import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { folderInCore } from '../../../hosting/internals.ts';
import type { NewFiles } from '../files.ts';
import { filesOfPlugin } from './files_of_plugin.ts';
import { namesOf } from './names.ts';

/**
 * Returns the files of a new plugin, and the commands to run next.
 * @throws Error when the name is invalid or taken, or the installation has no module `database`
 */
export function newPlugin(root: string, name: string): { files: NewFiles; next: string[] } {
  const names = namesOf(name);
  refuseTaken(root, name);
  const next = [`npx lectern test ${name}`, `npx lectern check plugins/${name}`, 'npm run dev'];
  const files = Object.entries(filesOfPlugin(root, names, { commands: next, platform: true }));
  return { files: Object.fromEntries(files.map(([path, text]) => [`plugins/${name}/${path}`, text])), next };
}

function refuseTaken(root: string, name: string): void {
  refuseCore(root, name);
  if (!existsSync(join(root, 'plugins', name))) return;
  throw new Error(`Nothing was written, because plugins/${name} exists; choose another name.`);
}

/** Refuses the name of a module of core, and "custom". @throws Error */
export function refuseCore(root: string, name: string): void {
  if (name === 'custom' || existsSync(join(root, 'core', name)) || folderInCore(root, name)) {
    throw new Error(`"${name}" is the name of a module of another layer; choose another name for the plugin.`);
  }
}
