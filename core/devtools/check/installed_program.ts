import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { missingPackage } from '../../cli/index.ts';

const require = createRequire(import.meta.url);

/** Folder of the Lectern package that runs. */
export const lecternFolder = dirname(require.resolve('lectern/package.json'));

/** Path of a file in a package of the installation, else of Lectern; undefined if neither has the package. */
export function programIn(root: string, name: string, file: string): string | undefined {
  for (const place of [join(root, 'package.json'), fileURLToPath(import.meta.url)]) {
    try {
      return join(dirname(createRequire(place).resolve(`${name}/package.json`)), file);
    } catch {
      continue;
    }
  }
  return undefined;
}

/** Reason for a check that does not run because its package is not installed. */
export function notInstalled(name: string): string {
  return `not checked: this check needs ${missingPackage(name)}`;
}

/** Runs a script with the Node.js of this process, and waits for its end. The exit code is ignored. */
export function run(program: string, args: readonly string[], cwd: string): { stdout: string; stderr: string } {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const options = { cwd, env, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const;
  return spawnSync(process.execPath, [program, ...args], options);
}
