import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BuiltServer } from './built_server.ts';
import { Installation } from './installation.ts';
import { projectRoot } from './platform.ts';

/** Environment variables of an installation that is tried out on its own embedded database. */
export const environment = { NODE_ENV: 'development', LOG_LEVEL: 'error', PORT: '0', DATABASE_URL: '' };

const parts = ['core', 'dist', 'config', 'custom', 'plugins/vip', 'package.json', 'tsconfig.json', '.mocharc.json'];

/** The platform as shipped and built, in a folder of its own, on a database that it was at work in before. */
export async function shipped(): Promise<Installation> {
  const model = await (first ??= firstInstallation());
  const installation = new Installation();
  // With its times: a compiled file counts only when it is not older than its source.
  execFileSync('cp', ['-a', `${model.root}/.`, installation.root]);
  return installation;
}

/** Removes the installation that the others were copies of; to be called when all tests have run. */
export async function clearShipped(): Promise<void> {
  await (await first)?.clear();
  first = undefined;
}

let first: Promise<Installation> | undefined;

/** The tables are made and the demo data is loaded once, which takes most of a first start. */
async function firstInstallation(): Promise<Installation> {
  if (!existsSync(join(projectRoot, 'dist'))) throw new Error('There is no build; run `npm run build` first.');
  const installation = new Installation().link(join(projectRoot, 'node_modules'), 'node_modules');
  const { root } = installation;
  // The cache has what an empty database begins with, where an earlier start has kept it.
  for (const path of [...parts, '.cache'].filter((one) => existsSync(join(projectRoot, one))))
    cpSync(join(projectRoot, path), join(root, path), { recursive: true, preserveTimestamps: true });
  writeCommand(root);
  const server = new BuiltServer({ root, program: root, env: environment });
  await server.url();
  await server.stop();
  return installation;
}

/** The command `lectern`, for a shell that has `.bin` in its path. */
function writeCommand(root: string): void {
  const command = `"${process.execPath}" --liftoff-only "$(dirname "$0")/../dist/core/cli/main.js" "$@"`;
  mkdirSync(join(root, '.bin'));
  writeFileSync(join(root, '.bin/lectern'), `#!/bin/sh\nexec ${command}\n`, { mode: 0o755 });
}
