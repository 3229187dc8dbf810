import { existsSync, readFileSync } from 'node:fs';

/** `package.json` of the running kernel: the nearest one above this file. */
export const packageFile: URL = above(new URL('./', import.meta.url));

/** Version of the running kernel, which `engines.lectern` of a module is compared with. */
export const kernelVersion: string = (JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }).version;

function above(folder: URL): URL {
  const file = new URL('package.json', folder);
  return existsSync(file) ? file : above(new URL('../', folder));
}
