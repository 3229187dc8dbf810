import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../../../support/platform.ts';

const run = promisify(execFile);

/** A package of the npm registry that only one test needs, and that is too large for a development package. */
export interface CachedPackage {
  readonly name: string;
  readonly version: string;
}

/** Installs a package into `.cache` at the first call. @returns the path of its folder */
export async function cachedPackage({ name, version }: CachedPackage): Promise<string> {
  const prefix = join(projectRoot, '.cache', `${name.replace(/^@[^/]+\//, '')}-${version}`);
  const folder = join(prefix, 'node_modules', name);
  if (existsSync(folder)) return folder;
  const flags = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--engine-strict=false'];
  await run('npm', ['install', ...flags, '--prefix', prefix, `${name}@${version}`]);
  return folder;
}
