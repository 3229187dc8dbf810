import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { ModuleFolder } from '../../hosting/internals.ts';
import { packagedAt, readOwnFile } from '../../hosting/internals.ts';
import { readArchive } from './archive.ts';
import { npm, type NpmPlace } from './npm.ts';

/** Where a plugin comes from: a folder, an archive, or a package of a registry. */
export interface Staged {
  readonly module: ModuleFolder;
  /** Argument of `npm install`; undefined for a folder, which is copied. */
  readonly spec?: string;
  /** The archive of a package; undefined for a folder. */
  readonly archive?: string;
  readonly integrity?: string;
}

export interface StagingTerms extends Omit<NpmPlace, 'cwd'> {
  readonly root: string;
}

/** Fetches a plugin into a folder below `.cache/`, with its dependencies, calls `use`, and removes the folder. */
export async function staged<T>(terms: StagingTerms, given: string, use: (one: Staged) => Promise<T>): Promise<T> {
  mkdirSync(join(terms.root, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(terms.root, '.cache/plugin-'));
  try {
    const kind = statSync(given, { throwIfNoEntry: false });
    return await use(
      kind?.isDirectory() ? stageFolder(folder, resolve(given)) : await stagePackage(terms, folder, given),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function stageFolder(stage: string, given: string): Staged {
  const { name } = JSON.parse(readOwnFile(given, 'module.json')) as { name?: unknown };
  if (typeof name !== 'string' || !/^[a-z][a-z0-9_]*$/.test(name))
    throw new Error(`${given}/module.json has no "name" of a plugin: lower-case letters, digits and underscores.`);
  const folder = join(stage, name);
  cpSync(given, folder, { recursive: true, filter: (path) => basename(path) !== '.git' });
  return { module: { layer: 'plugins', name, folder } };
}

async function stagePackage({ root, env, registry }: StagingTerms, stage: string, given: string): Promise<Staged> {
  const place = { cwd: stage, env, registry };
  const npmrc = join(root, '.npmrc');
  if (existsSync(npmrc)) copyFileSync(npmrc, join(stage, '.npmrc'));
  writeFileSync(join(stage, 'package.json'), '{"private":true}');
  const isFile = existsSync(given);
  if (!isFile && !/^(@[\w.~-]+\/)?[\w~][\w.~-]*(@[^\s/:]+)?$/i.test(given))
    throw new Error(`${given} is neither a folder, an archive, nor the name of a package; check the path.`);
  const file = isFile ? resolve(given) : await packed(place, given);
  const archive = readArchive(file);
  const { package: name, version, integrity } = archive;
  const keeps = ['--ignore-scripts', '--legacy-peer-deps', '--omit=dev'];
  await npm(place, 'install', ...keeps, '--no-package-lock', file);
  const module = packagedAt(join(stage, 'node_modules', name));
  if (module instanceof Error) throw module;
  if (!module)
    throw new Error(
      `${name}@${version} is no plugin: it has no module.json, and no field "lectern" in its package.json.`,
    );
  return { module, archive: file, integrity, spec: isFile ? 'file' : `${name}@${version}` };
}

/** Fetches the archive of a package. npm compares it with the integrity that the registry names. */
async function packed(place: NpmPlace, spec: string): Promise<string> {
  const [one] = JSON.parse(await npm(place, 'pack', spec, '--json', '--ignore-scripts')) as { filename: string }[];
  return join(place.cwd, (one?.filename ?? '').replace('@', '').replace('/', '-'));
}

/** Version in the manifest of a module; empty if it has none. */
export function versionOf({ folder }: Pick<ModuleFolder, 'folder'>): string {
  const { version } = JSON.parse(readFileSync(join(folder, 'module.json'), 'utf8')) as { version?: unknown };
  return typeof version === 'string' ? version : '';
}
