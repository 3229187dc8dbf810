import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** `package.json` of the running kernel: the nearest one above this file. */
export const packageFile: URL = packageAbove(new URL('./', import.meta.url));

/** Folder of the package of the running kernel. */
export const packageFolder: string = dirname(fileURLToPath(packageFile));

/** Version of the running kernel, which `engines.lectern` of a module is compared with. */
export const kernelVersion: string = (JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }).version;

/** The nearest `package.json` in a folder or above it. */
export function packageAbove(folder: URL): URL {
  const file = new URL('package.json', folder);
  return existsSync(file) ? file : packageAbove(new URL('../', folder));
}
