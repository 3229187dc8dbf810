import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Root of the installation under test: `named`, else that of `lectern test`, else the package of this test kit. */
export function rootOf(named: string | URL | undefined): string {
  return pathOf(named ?? process.env['LECTERN_ROOT'] ?? ownRoot(new URL('./', import.meta.url)));
}

/** Absolute path of a path or file URL, such as `new URL('..', import.meta.url)`. */
export function pathOf(place: string | URL): string {
  const path = typeof place === 'string' && !place.startsWith('file:') ? place : fileURLToPath(place);
  return resolve(path);
}

// The package is two folders above the sources and three above the compiled files.
function ownRoot(folder: URL): URL {
  return existsSync(new URL('package.json', folder)) ? folder : ownRoot(new URL('../', folder));
}
