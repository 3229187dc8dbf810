import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { inside, modulesOfCore, pluginNameOf } from '../../kernel/modules/layers.ts';

/** Installation of a command, and the folders of plugins that it loads from elsewhere. */
export interface InstallationPlace {
  readonly root: string;
  readonly modules?: readonly string[];
}

interface PackageFile {
  readonly name?: string;
  readonly dependencies?: object;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
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
  const { name, dependencies = {} } = packageIn(folder);
  if (Object.hasOwn(dependencies, 'lectern')) return folder;
  const above = dirname(folder);
  return name === 'lectern' || above === folder ? undefined : hostAt(above);
}

function packageIn(folder: string): PackageFile {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageFile;
  } catch {
    return {};
  }
}

/** Whether a folder is the repository of a plugin: it has a package.json and a module.json, and is no installation. */
function isPluginRepository(folder: string): boolean {
  const has = (name: string) => existsSync(join(folder, name));
  return has('package.json') && has('module.json') && !has('core') && !isInstalled(folder);
}

/** Whether a plugin is in `plugins/` of a host. */
function isInstalled(folder: string): boolean {
  const plugins = join(folder, '..');
  return basename(plugins) === 'plugins' && existsSync(join(plugins, '../package.json'));
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
function installedPeers(folder: string, names: RegExp): Record<string, string> {
  const file = join(folder, 'package.json');
  const { peerDependencies = {}, peerDependenciesMeta = {} } = packageIn(folder);
  const places = (name: string) => createRequire(file).resolve.paths(name) ?? [];
  const isThere = (name: string) => places(name).some((place) => existsSync(join(place, name, 'package.json')));
  const ofLectern = Object.entries({ lectern: '*', ...peerDependencies }).filter(([name]) => names.test(name));
  const missing = ofLectern.find(([name]) => !isThere(name) && peerDependenciesMeta[name]?.optional !== true);
  if (missing === undefined) return Object.fromEntries(ofLectern.filter(([name]) => isThere(name)));
  throw new Error(
    `The plugin in ${folder} needs the package "${missing[0]}", which is not installed. Install it with: npm install --prefix ${folder}`,
  );
}
