import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { installedFolder } from '../../core/kernel/modules/packages.ts';
import { projectRoot } from './platform.ts';

const staged = join(projectRoot, '.cache/packages');

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly bin?: string | Readonly<Record<string, string>>;
}

/** Packs the packages of this project, as `npm run pack` does. */
export function packPackages(): void {
  execFileSync(process.execPath, ['core/cli/build/packages/pack.mjs'], { cwd: projectRoot, stdio: 'pipe' });
}

/** Path of a packed tarball. */
export function tarballOf(name: string): string {
  const stem = `${name.replace('@', '').replace('/', '-')}-`;
  const file = readdirSync(staged).find((one) => one.startsWith(stem) && /^\d.*\.tgz$/.test(one.slice(stem.length)));
  if (file === undefined) throw new Error(`There is no tarball of ${name} in ${staged}.`);
  return join(staged, file);
}

/**
 * Unpacks tarballs of this project into `node_modules` of a folder, and copies the declared dependencies beside them, as
 * `npm install` does with a network. No package is linked.
 * @param names packages of this project, and further packages such as `mocha`
 */
export function installPackages(root: string, names: readonly string[]): void {
  for (const name of names) {
    const target = join(root, 'node_modules', name);
    if (existsSync(join(projectRoot, 'node_modules', name))) {
      copyWithDependencies(root, name, projectRoot);
      continue;
    }
    mkdirSync(target, { recursive: true });
    execFileSync('tar', ['xzf', tarballOf(name), '--strip-components=1', '-C', target]);
    linkPrograms(target, name);
    for (const one of dependenciesIn(target)) copyWithDependencies(root, one, projectRoot);
  }
}

/** Copies a package with its dependencies from the packages of this project. @param importer folder of the importing package */
function copyWithDependencies(root: string, name: string, importer: string): void {
  const folder = installedFolder(importer, name);
  if (folder === undefined) return;
  const target = join(root, folder.slice(projectRoot.length));
  if (existsSync(target)) return;
  cpSync(folder, target, { recursive: true, filter: (path) => path === folder || !path.endsWith('/node_modules') });
  linkPrograms(target, name);
  for (const one of dependenciesIn(folder)) copyWithDependencies(root, one, folder);
}

/** Links the programs of an installed package in `.bin`. Without the links, npm installs the package again. */
function linkPrograms(target: string, name: string): void {
  const { bin = {} } = manifestIn(target);
  const place = join(target.slice(0, -name.length), '.bin');
  for (const [program, file] of Object.entries(typeof bin === 'string' ? { [basename(name)]: bin } : bin)) {
    mkdirSync(place, { recursive: true });
    symlinkSync(join('..', name, file), join(place, program));
    chmodSync(join(target, file), 0o755);
  }
}

function dependenciesIn(folder: string): string[] {
  const { dependencies, optionalDependencies } = manifestIn(folder);
  return Object.keys({ ...dependencies, ...optionalDependencies });
}

function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

/** Number of installed packages, and their size in MB. */
export function installedSize(root: string): { readonly packages: number; readonly megabytes: number } {
  const listed = execFileSync(
    'find',
    ['node_modules', '-name', 'package.json', '-path', '*node_modules/*/package.json'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  const packages = listed.split('\n').filter((file) => /node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(file));
  const kilobytes = Number.parseInt(execFileSync('du', ['-sk', 'node_modules'], { cwd: root, encoding: 'utf8' }), 10);
  return { packages: packages.length, megabytes: kilobytes / 1024 };
}
