import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFolder } from '../hosting/internals.ts';

/** Root of the installation under test: `named`, else that of `lectern test`, else the package of this test kit. */
export function rootOf(named: string | URL | undefined): string {
  return pathOf(named ?? process.env['LECTERN_ROOT'] ?? packageFolder);
}

/** Absolute path of a path or file URL, such as `new URL('..', import.meta.url)`. */
export function pathOf(place: string | URL): string {
  const path = typeof place === 'string' && !place.startsWith('file:') ? place : fileURLToPath(place);
  return resolve(path);
}
