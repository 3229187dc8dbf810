import { existsSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { readText } from '../base/text_file.ts';
import { isTree, type Tree } from '../base/tree.ts';
import { ModuleFault } from './module_fault.ts';

/** A package with modules, which the `package.json` of an installation names among its dependencies. */
export interface ModulePackage {
  /** Name in the dependencies of the installation. */
  readonly name: string;
  readonly version: string;
  readonly folder: string;
  /** Folder of the plugin below `folder`; undefined for a package of core. */
  readonly plugin?: string;
  /** Folder below `folder` with module folders of core. */
  readonly modules?: string;
  /** Modules of core that are loaded: all, or those that another loaded module requires. */
  readonly load: 'all' | 'required';
  /** Names of modules of other packages that are loaded with this one, although none of its modules requires them. */
  readonly with?: readonly string[];
}

/** Packages by root, read again when one of `recordFiles` has changed. */
const known = new Map<string, { readonly stamp: string; readonly packages: readonly ModulePackage[] }>();
const recordFiles = ['package.json', 'node_modules/.package-lock.json'];

/** Finds the packages with modules among the dependencies of an installation, in the order of their names. */
export function modulePackages(root: string): readonly ModulePackage[] {
  const stats = recordFiles.map((file) => statSync(join(root, file), { throwIfNoEntry: false }));
  const stamp = stats.map((stat) => `${stat?.mtimeMs} ${stat?.size}`).join();
  const found = known.get(root);
  if (found?.stamp === stamp) return found.packages;
  const names = dependenciesOf(root);
  const packages = names.flatMap((name) => packageIn(installedFolder(root, name), name) ?? []);
  known.set(root, { stamp, packages });
  return packages;
}

/** Names in `dependencies` of the `package.json` of an installation; [] without a readable file. */
export function dependenciesOf(root: string): string[] {
  const dependencies = readJson(join(root, 'package.json'))?.['dependencies'];
  return isTree(dependencies) ? Object.keys(dependencies).sort() : [];
}

/** Reads a folder as a package with modules; undefined for other folders. @param name name of the dependency */
export function packageIn(folder: string | undefined, name: string): ModulePackage | undefined {
  const content = folder === undefined ? undefined : readJson(join(folder, 'package.json'));
  if (folder === undefined || !content) return undefined;
  const { lectern, version } = content;
  const declared = isTree(lectern) ? lectern : {};
  const own = { name, version: textOf(version) ?? '', folder };
  const modules = textOf(declared['modules']);
  const others = Array.isArray(declared['with']) ? declared['with'].map(String) : [];
  if (modules !== undefined)
    return { ...own, modules, load: declared['load'] === 'required' ? 'required' : 'all', with: others };
  const plugin = textOf(declared['plugin']) ?? (existsSync(join(folder, 'module.json')) ? '.' : undefined);
  return plugin === undefined ? undefined : { ...own, plugin, load: 'all' };
}

/** Text for messages, such as `lectern-plugin-dice@1.2.0 (node_modules/lectern-plugin-dice)`. */
export function packageText({ name, version }: Pick<ModulePackage, 'name' | 'version'>): string {
  return `${name}@${version} (node_modules/${name})`;
}

/** A module in a package, whose name is that of its manifest. */
interface PackagedModule {
  readonly name: string;
  readonly layer: 'plugins';
  readonly folder: string;
  readonly package: ModulePackage;
}

/** The plugin of a package. @returns a fault if the package has none with a valid name */
export function pluginIn(one: ModulePackage): PackagedModule | ModuleFault {
  const folder = join(one.folder, one.plugin ?? '');
  const fix = `install another version, or remove it with: npm uninstall ${one.name}`;
  const fault = (problem: string) => new ModuleFault(one.name, packageText(one), `${problem}; ${fix}.`);
  if (relative(one.folder, folder).startsWith('..'))
    return fault(`"lectern.plugin" of its package.json leads out of the package`);
  const name = readJson(join(folder, 'module.json'))?.['name'];
  const file = join(one.plugin ?? '', 'module.json');
  if (typeof name !== 'string') return fault(`the package has no ${file} with the name of a plugin`);
  if (!namePattern.test(name))
    return fault(`${file} names the plugin "${name}"; only lower-case letters, digits and underscores are allowed`);
  return { layer: 'plugins', name, folder, package: one };
}

/** Pattern of the names of modules. */
export const namePattern: RegExp = /^[a-z][a-z0-9_]*$/;

/**
 * Leaves out modules of packages with `"load": "required"` that no other loaded module requires.
 * @param others modules of other layers, which count as loaded @param names of further required modules
 */
export function onlyRequired<
  M extends Pick<PackagedModule, 'name' | 'folder'> & Partial<Pick<PackagedModule, 'package'>>,
>(modules: readonly M[], others: readonly { readonly folder: string }[], names: readonly string[]): readonly M[] {
  const waiting = new Map(modules.filter((one) => one.package?.load === 'required').map((one) => [one.name, one]));
  if (waiting.size === 0) return modules;
  const loaded: { readonly folder: string }[] = [...modules.filter(({ name }) => !waiting.has(name)), ...others];
  const require = (name: string) => {
    const found = waiting.get(name);
    if (found && waiting.delete(name)) loaded.push(found);
  };
  names.forEach(require);
  // The loop also visits modules that it adds to the list.
  for (const { folder } of loaded) {
    const requires = readJson(join(folder, 'module.json'))?.['requires'];
    if (isTree(requires)) Object.keys(requires).forEach(require);
  }
  return modules.filter(({ name }) => !waiting.has(name));
}

/** Folder of an installed package, in the nearest `node_modules` above, as Node.js resolves it. */
export function installedFolder(root: string, name: string): string | undefined {
  const folder = join(root, 'node_modules', name);
  if (existsSync(join(folder, 'package.json'))) return folder;
  return dirname(root) === root ? undefined : installedFolder(dirname(root), name);
}

/** Content of a JSON file; undefined for a file that is no JSON object, and for a missing one. */
export function readJson(file: string): Tree | undefined {
  try {
    const content: unknown = JSON.parse(readText(file));
    return isTree(content) ? content : undefined;
  } catch {
    return undefined;
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
