import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { packagedAt, readOwnFile, type ModuleFolder } from '../../hosting/internals.ts';
import type { BootOptions } from '../../cli/index.ts';
import { npm } from './npm.ts';

/** Where a plugin comes from: a folder, an archive, or a package of a registry. */
export interface Staged {
  readonly module: ModuleFolder;
  /** Argument of `npm install`; undefined for a folder, which is copied. */
  readonly spec?: string;
  readonly integrity?: string;
}

/** Name of a package, with a version or without. */
export const packageSpec = /^(@[\w.~-]+\/)?[\w~][\w.~-]*(@[^\s/:]+)?$/i;

type Place = Pick<BootOptions, 'root' | 'env'>;

/** Makes a folder below `.cache/`, calls `use`, and removes the folder. */
export async function withFolder<T>(root: string, use: (folder: string) => Promise<T>): Promise<T> {
  mkdirSync(join(root, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(root, '.cache/plugin-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Copies the folder of a plugin, or fetches a package with its dependencies, into `stage`. */
export async function staged(place: Place, stage: string, given: string): Promise<Staged> {
  if (!statSync(given, { throwIfNoEntry: false })?.isDirectory()) return stagedPackage(place, stage, given);
  const { name } = JSON.parse(readOwnFile(given, 'module.json')) as { name?: unknown };
  if (typeof name !== 'string' || !/^[a-z][a-z0-9_]*$/.test(name))
    throw new Error(`${given}/module.json has no "name" of a plugin: lower-case letters, digits and underscores.`);
  const folder = join(stage, name);
  cpSync(given, folder, { recursive: true, filter: (path) => basename(path) !== '.git' });
  return { module: { layer: 'plugins', name, folder } };
}

/** What `npm pack --json` says of an archive. */
interface Packed {
  readonly name: string;
  readonly version: string;
  readonly filename: string;
  readonly integrity: string;
  readonly files: readonly { readonly path: string }[];
}

async function stagedPackage({ root, env }: Place, stage: string, given: string): Promise<Staged> {
  const isFile = existsSync(given);
  if (!isFile && !packageSpec.test(given))
    throw new Error(`${given} is neither a folder, an archive, nor the name of a package; check the path.`);
  if (existsSync(join(root, '.npmrc'))) copyFileSync(join(root, '.npmrc'), join(stage, '.npmrc'));
  writeFileSync(join(stage, 'package.json'), '{"private":true}');
  const place = { cwd: stage, env };
  const source = isFile ? resolve(given) : given;
  const [packed] = JSON.parse(await npm(place, 'pack', source, '--json')) as [Packed];
  const { name, version, integrity } = packed;
  const archive = isFile ? source : join(stage, packed.filename.replace('@', '').replace('/', '-'));
  await npm(place, 'install', '--legacy-peer-deps', '--omit=dev', '--no-package-lock', archive);
  const folder = join(stage, 'node_modules', name);
  refuseLeftOut(packed, folder);
  const module = packagedAt(folder);
  if (module instanceof Error) throw module;
  if (!module)
    throw new Error(
      `${name}@${version} is no plugin: it has no module.json, and no field "lectern" in its package.json.`,
    );
  return { module, integrity, spec: isFile ? archive : `${name}@${version}` };
}

/** @throws Error for an entry that npm has not unpacked as named: a link, or a path that leads out */
function refuseLeftOut({ name, version, files }: Packed, folder: string): void {
  const isOut = (path: string) => /^([\\/]|[a-z]:)|(^|[\\/])\.\.([\\/]|$)/i.test(path);
  const isLeftOut = (path: string) =>
    !/^node_modules\/|(^|\/)\.gitignore$/.test(path) && !existsSync(join(folder, path));
  const wrong = files.find(({ path }) => isOut(path) || isLeftOut(path))?.path;
  if (wrong === undefined) return;
  const problem = isOut(wrong) ? 'leads out of the package' : 'is a link';
  throw new Error(`${name}@${version}: the entry "${wrong}" ${problem}; do not use this archive.`);
}
