import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/**
 * Path of a file in a development dependency, which `npm start` does not install. Installs nothing, because npm would change
 * `node_modules` under a running server.
 * @throws Error with the command that installs a missing package
 */
export function developmentPackage(file: string): string {
  try {
    return require.resolve(file);
  } catch (cause) {
    const [name = ''] = /^(@[^/]+\/)?[^/]+/.exec(file) ?? [];
    throw new Error(`This command needs ${missingPackage(name)}`, { cause });
  }
}

/** Says that a development dependency is missing, with the command that installs it and keeps all other packages. */
export function missingPackage(name: string): string {
  return `the package "${name}", which is not installed. Install it with: ${installCommand(name)}`;
}

/** A clone of Lectern has a lock file with all development dependencies; npm does not pack that file. */
function installCommand(name: string): string {
  const file = require.resolve('lectern/package.json');
  const folder = dirname(file);
  if (existsSync(join(folder, 'package-lock.json'))) return `npm install --include=dev --no-save --prefix ${folder}`;
  const { devDependencies } = require(file) as { devDependencies: Readonly<Record<string, string>> };
  return `npm install --save-dev ${name}@${devDependencies[name] ?? 'latest'}`;
}
