import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { demoDay } from '../../core/testing/fingerprint.ts';
import { snapshotOf } from '../../core/testing/snapshot.ts';
import { BuiltServer } from './built_server.ts';
import { shortLived } from './engine_flags.mjs';
import { Installation } from './installation.ts';
import { projectRoot } from './platform.ts';

/** Environment variables of an installation with an embedded database. */
export const environment = { NODE_ENV: 'development', LOG_LEVEL: 'error', PORT: '0', DATABASE_URL: '' };

const parts = ['core', 'dist', 'config', 'custom', 'plugins', 'package.json', 'tsconfig.json', '.mocharc.json'];
/** Folders that no installation changes. Installations share their files with the model by hard links. */
const unchanged = ['core', 'dist'];
const cache = join(projectRoot, '.cache');
const prefix = 'shipped-';

/** Creates an installation as shipped and built, in a temporary folder, with a prepared database. */
export async function shipped(): Promise<Installation> {
  const model = await usedModel();
  const installation = new Installation();
  const { root } = installation;
  const link = statSync(model).dev === statSync(root).dev ? ['-l'] : [];
  // Preserves the times of files, because a compiled file counts only when it is not older than its source.
  execFileSync('cp', ['-a', ...link, ...unchanged.map((name) => join(model, name)), root]);
  await restore(installation);
  return installation;
}

/** Makes all files of an installation as shipped, except core and dist, which no installation changes. */
export async function restore({ root }: Installation): Promise<void> {
  const model = await usedModel();
  const changeable = (folder: string) =>
    readdirSync(folder).flatMap((name) => (unchanged.includes(name) ? [] : join(folder, name)));
  for (const path of changeable(root)) rmSync(path, { recursive: true });
  execFileSync('cp', ['-a', ...changeable(model), root]);
}

/** Returns an installation of this build that was started once, so that its database has all tables. */
async function usedModel(): Promise<string> {
  const model = join(cache, prefix + fingerprint());
  if (existsSync(model)) return model;
  const made = `${model}.${process.pid}`;
  await makeModel(made);
  try {
    renameSync(made, model);
  } catch {
    // Another process has created the same folder.
    rmSync(made, { recursive: true });
  }
  const old = readdirSync(cache).filter((name) => name.startsWith(prefix) && !join(cache, name).startsWith(model));
  for (const name of old) rmSync(join(cache, name), { recursive: true, force: true });
  return model;
}

/** Returns a digest of the build, the configuration and the day of the demo data. */
function fingerprint(): string {
  const build = join(projectRoot, 'dist/.lectern-sources');
  if (!existsSync(build)) throw new Error('There is no build; run `npm run build` first.');
  const names = readdirSync(join(projectRoot, 'config')).filter((name) => isShipped(`config/${name}`));
  const config = names.map((name) => join(projectRoot, 'config', name));
  const text = [demoDay(projectRoot), ...[build, ...config].map((file) => readFileSync(file, 'utf8'))].join('\0');
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** Whether a file is part of a shipped installation; local configuration is not. */
function isShipped(path: string): boolean {
  return !path.replaceAll('\\', '/').endsWith('config/local.json');
}

async function makeModel(root: string): Promise<void> {
  mkdirSync(join(root, '.cache'), { recursive: true });
  // Creates the snapshot of the demo database from which the tests of a further plugin start.
  await snapshotOf({ root: projectRoot, demo: true, without: [] });
  const databases = readdirSync(cache).filter((name) => /^(pglite|test-database-demo)-/.test(name));
  for (const path of [...parts, ...databases.map((name) => join('.cache', name))])
    cpSync(join(projectRoot, path), join(root, path), {
      recursive: true,
      preserveTimestamps: true,
      filter: isShipped,
    });
  symlinkSync(join(projectRoot, 'node_modules'), join(root, 'node_modules'), 'junction');
  writeCommand(root);
  const server = new BuiltServer({ root, program: root, env: environment });
  await server.url();
  await server.stop();
}

/** Writes the command `lectern` into `.bin`, which is in the PATH of the shell. */
function writeCommand(root: string): void {
  const command = `"${process.execPath}" ${shortLived.join(' ')} "$(dirname "$0")/../dist/core/cli/main.js" "$@"`;
  mkdirSync(join(root, '.bin'));
  writeFileSync(join(root, '.bin/lectern'), `#!/bin/sh\nexec ${command}\n`, { mode: 0o755 });
}
