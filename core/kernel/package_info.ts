import { existsSync, readFileSync } from 'node:fs';

/** Version of the running kernel, which a module's `engines.lectern` is compared with. */
export const kernelVersion: string = readVersion(new URL('./', import.meta.url));

// The manifest stands two folders above the sources and three above the compiled files.
function readVersion(folder: URL): string {
  const file = new URL('package.json', folder);
  if (!existsSync(file)) return readVersion(new URL('../', folder));
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
