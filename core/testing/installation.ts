import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The installation that is tested: the one that was named, or the one that `lectern test` runs for, or the one that
 * this kit belongs to.
 */
export function rootOf(named: string | URL | undefined): string {
  return pathOf(named ?? process.env['LECTERN_ROOT'] ?? ownRoot(new URL('./', import.meta.url)));
}

/** A path from a path or from a file URL, such as `new URL('..', import.meta.url)`. */
export function pathOf(place: string | URL): string {
  const path = typeof place === 'string' && !place.startsWith('file:') ? place : fileURLToPath(place);
  return resolve(path);
}

// It stands two folders above the sources and three above the compiled files.
function ownRoot(folder: URL): URL {
  return existsSync(new URL('package.json', folder)) ? folder : ownRoot(new URL('../', folder));
}
