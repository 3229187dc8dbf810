import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { inside, modulesOfCore, pluginNameOf } from '../../kernel/modules/layers.ts';
import { dependenciesOf, installedFolder, readJson } from '../../kernel/modules/packages.ts';

/** Installation of a command, and the folders of plugins that it loads from elsewhere. */
export interface InstallationPlace {
  readonly root: string;
  readonly modules?: readonly string[];
}

/**
 * Installation for a command in `folder`: for the repository of a plugin, a host that loads the plugin.
 * @param program folder of the package that runs
 * @throws Error with the command of npm when a peer of the plugin is not installed
 */
export function placeIn(folder: string, program: string): InstallationPlace {
  if (!isPluginRepository(folder) || inside(program, folder)) return { root: hostAt(folder) ?? program };
  return { root: hostOf(folder, program), modules: [folder] };
}

/** The nearest folder, from `folder` upwards, whose package.json depends on Lectern; undefined within Lectern itself. */
function hostAt(folder: string): string | undefined {
  if (dependenciesOf(folder).includes('lectern')) return folder;
  const above = dirname(folder);
  const isEnd = above === folder || readJson(join(folder, 'package.json'))?.['name'] === 'lectern';
  return isEnd ? undefined : hostAt(above);
}

/** Whether a folder is the repository of a plugin: with package.json and module.json, no installation, and in none. */
function isPluginRepository(folder: string): boolean {
  const has = (name: string) => existsSync(join(folder, name));
  const isInstalled = basename(dirname(folder)) === 'plugins' && has('../../package.json');
  return has('package.json') && has('module.json') && !has('core') && !isInstalled;
}

/**
 * Folder of the host of a plugin's repository: the package that runs if it has modules of core, else `.lectern/`, whose
 * packages are the peers of the plugin.
 */
function hostOf(folder: string, program: string): string {
  const isWhole = modulesOfCore(program).length > 0;
  const packages = installedPeers(folder, isWhole ? /^lectern$/ : /^(lectern|@lectern\/.*)$/);
  if (isWhole) return program;
  const host = join(folder, '.lectern');
  mkdirSync(join(host, 'config'), { recursive: true });
  const name = `${pluginNameOf(folder).replaceAll('_', '-')}-host`;
  const content = { name, private: true, type: 'module', dependencies: packages };
  writeFileSync(join(host, 'package.json'), `${JSON.stringify(content, null, 2)}\n`);
  writeFileSync(join(host, '.gitignore'), '*\n');
  return host;
}

/** Installed peers with a name of Lectern, with their ranges. @throws Error when a required one is missing */
function installedPeers(folder: string, names: RegExp): object {
  const { peerDependencies = {}, peerDependenciesMeta = {} } = (readJson(join(folder, 'package.json')) ?? {}) as {
    readonly peerDependencies?: Readonly<Record<string, string>>;
    readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
  };
  const peers = Object.entries({ lectern: '*', ...peerDependencies }).filter(([name]) => names.test(name));
  const isThere = ([name]: readonly [string, string]) => installedFolder(folder, name) !== undefined;
  const missing = peers.find((peer) => !isThere(peer) && peerDependenciesMeta[peer[0]]?.optional !== true);
  if (missing === undefined) return Object.fromEntries(peers.filter(isThere));
  const fix = `Install it with: npm install --prefix ${folder}`;
  throw new Error(`The plugin in ${folder} needs the package "${missing[0]}", which is not installed. ${fix}`);
}
