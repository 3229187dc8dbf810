import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { reasonOf } from '../../hosting/internals.ts';
import { npm, type NpmPlace } from './npm.ts';

const files = ['package.json', 'package-lock.json', 'plugins.json', 'node_modules/.package-lock.json'];

/**
 * Calls `change`. If it fails, restores the files of the root that name packages, and a package in `node_modules`.
 * @throws the error of `change`, with a note if npm could not restore the other packages
 */
export async function undoneOnFailure(place: NpmPlace, name: string | undefined, change: () => Promise<unknown>) {
  const { cwd: root } = place;
  const former = mkdtempSync(join(root, '.cache/former-'));
  const paths = name === undefined ? files : [...files, `node_modules/${name}`];
  for (const path of paths) replace(join(root, path), join(former, path));
  const restore = () => {
    for (const path of paths) replace(join(former, path), join(root, path));
  };
  try {
    await change();
  } catch (error) {
    restore();
    // Other packages may have changed, too. npm compares them with the restored lock file.
    const repair = () => npm(place, 'install', '--ignore-scripts', '--prefer-offline', '--no-save');
    const isRepaired =
      !existsSync(join(former, 'package-lock.json')) || (await repair().then(Boolean, () => undefined));
    restore();
    const note = isRepaired === undefined ? ' Run npm ci to restore its dependencies.' : '';
    const reason = reasonOf(error).replace(/\.?$/, '.');
    throw new Error(`${reason} The former state is restored.${note}`, { cause: error });
  } finally {
    rmSync(former, { recursive: true, force: true });
  }
}

/** Replaces a file or folder by another, or removes it if the other is missing. */
function replace(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  if (existsSync(from)) cpSync(from, to, { recursive: true });
}
