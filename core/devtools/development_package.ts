import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * Path of a file in a development dependency, which `npm start` does not install. If the package is missing in a clone
 * of Lectern, installs all development dependencies, except in production.
 * @throws Error when the package is missing and cannot be installed
 */
export function developmentPackage(file: string): string {
  const require = createRequire(import.meta.url);
  try {
    return require.resolve(file);
  } catch (cause) {
    const root = dirname(require.resolve('lectern/package.json'));
    if (existsSync(join(root, 'package-lock.json')) && process.env['NODE_ENV'] !== 'production') {
      const { status } = spawnSync(process.execPath, [join(root, 'core/cli/prepare.mjs')], { stdio: ['ignore', 2, 2] });
      if (status === 0) return require.resolve(file);
    }
    const [name = ''] = /^(@[^/]+\/)?[^/]+/.exec(file) ?? [];
    throw new Error(`This command needs the package "${name}", which is not installed; ${fixFor(name)}.`, { cause });
  }
}

/** Command that installs a development dependency: a clone of Lectern has it, a packed installation does not. */
export function fixFor(name: string): string {
  return `run \`npm ci --include=dev\` in a clone of Lectern, or \`npm install --save-dev ${name}\` beside a packed one`;
}
