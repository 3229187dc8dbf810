import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  changePluginRecords,
  InstalledPackages,
  packagedAt,
  packageIn,
  pluginNamed,
  readOwnFile,
  readPluginRecords,
  reasonOf,
  type ModuleFolder,
  type ModulePackage,
  type PluginRecord,
} from '../../hosting/internals.ts';
import { type BootOptions, configOf, modulesOnDisk } from '../../cli/index.ts';
import { npm, runPlan } from './npm.ts';
import { staged, withFolder, type Staged } from './staging.ts';

/** Files of an installation that name its packages. */
const files = ['package.json', 'package-lock.json', 'plugins.json', 'node_modules/.package-lock.json'];

export interface InstallTerms {
  readonly boot: Pick<BootOptions, 'root' | 'env'>;
  /** Installs even if the plan says that something breaks. */
  readonly force?: boolean | undefined;
  /** Shows the plan and asks. Nothing is installed when it answers false. */
  readonly confirm: (plugin: string, plan: string, breaks?: boolean) => Promise<boolean>;
}

export interface Installed {
  readonly plugin: string;
  readonly version: string;
  /** Version before; undefined for a new plugin. */
  readonly former?: string;
}

/**
 * Adds a plugin, or another version of one, from a folder, an archive or a registry.
 * @param isUpdate whether to leave an installed plugin of this version alone
 * @returns undefined when it was not confirmed, or left alone @throws Error; the installation is then unchanged
 */
export async function installPlugin(
  terms: InstallTerms,
  given: string,
  isUpdate = false,
): Promise<Installed | undefined> {
  const { boot, force, confirm } = terms;
  return withFolder(boot.root, async (stage) => {
    const one = await staged(boot, stage, given);
    const { name, folder, package: from } = one.module;
    const present = pluginNamed(boot.root, name);
    const former = present && versionOf(present);
    const version = versionOf(one.module);
    if (isUpdate && former === version) return undefined;
    refuseOther(boot.root, one.module, present);
    const { isReady, breaks, text } = await runPlan(boot, folder);
    if (!isReady) throw new Error(`The plan has failed, so nothing was installed: ${text}`);
    if (breaks && force !== true)
      throw new Error(
        `${text.trim()}\n\nNothing was installed, because this breaks something; correct it, or add --force.`,
      );
    if (!(await confirm(name, `${text.trim()}${changedNote(boot.root, one)}`, breaks))) return undefined;
    await undoneOnFailure(boot, from?.name, () => put(boot, one));
    return { plugin: name, version, ...(former !== undefined && { former }) };
  });
}

/** @throws Error if another folder or package has the plugin, or the package had another plugin */
function refuseOther(root: string, { name, package: from }: ModuleFolder, present: ModuleFolder | undefined): void {
  const where = present?.package ? `the package ${present.package.name}` : `plugins/${name}`;
  if (present && (!from || present.package?.name !== from.name))
    throw new Error(
      `The plugin "${name}" is installed from ${where}; remove it first with: lectern plugin remove ${name}`,
    );
  const isOfPackage = ([, record]: [string, PluginRecord]) => from !== undefined && record.package === from.name;
  const [other] = Object.entries(readPluginRecords(root)).find(isOfPackage) ?? [name];
  if (other !== name)
    throw new Error(
      `${from?.name} has the plugin "${name}", but plugins.json records "${other}" for it; remove "${other}" first with: lectern plugin remove ${other}`,
    );
}

/** Warns of an archive that differs from the recorded one of the same version. */
function changedNote(root: string, { module, integrity }: Staged): string {
  const { version, integrity: recorded = integrity } = readPluginRecords(root)[module.name] ?? {};
  if (version !== module.package?.version || recorded === integrity) return '';
  return `\n\nwarning: the archive differs from the recorded one of version ${version}.`;
}

/** Installs a staged plugin, tries its start, and records it. */
async function put({ root, env }: InstallTerms['boot'], { module, spec }: Staged): Promise<void> {
  const { name, folder, package: from } = module;
  const record = (values: PluginRecord) =>
    changePluginRecords(root, (records) => ({ ...records, [name]: { ...records[name], ...values } }));
  if (!from || spec === undefined) {
    cpSync(folder, join(root, 'plugins', name), { recursive: true });
    record({ version: versionOf(module), source: 'folder' });
    return;
  }
  await npm({ cwd: root, env }, 'install', '--save-exact', ...peers(root), kept(root, spec, from));
  const installed = packagedAt(join(root, 'node_modules', from.name));
  if (!installed || installed instanceof Error) throw installed ?? new Error(`npm has not installed ${from.name}.`);
  record(new InstalledPackages(root).recordOf(installed));
  const { isReady, text } = await runPlan({ root, env }, installed.folder);
  if (!isReady || text.includes(`the plugin ${name} would fail to start`))
    throw new Error(`The installed plugin does not start: ${text}`);
}

/** In its own repository, Lectern is no package that npm could find for a peer dependency. */
function peers(root: string): string[] {
  const { name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { name?: unknown };
  return name === 'lectern' ? ['--legacy-peer-deps'] : [];
}

/** Copies an archive to `packages/`, because `package.json` refers to it. Names the copy as `npm pack` does. */
function kept(root: string, spec: string, { name, version }: Pick<ModulePackage, 'name' | 'version'>): string {
  if (!existsSync(spec)) return spec;
  const copy = join(root, 'packages', `${name.replace('@', '').replace('/', '-')}-${version}.tgz`);
  mkdirSync(join(root, 'packages'), { recursive: true });
  if (copy !== spec) copyFileSync(spec, copy);
  return copy;
}

/**
 * Calls `change`. If it fails, restores the files of the root that name packages, and a package in `node_modules`.
 * @throws the error of `change`, with a note if npm could not restore the other packages
 */
async function undoneOnFailure(
  { root, env }: InstallTerms['boot'],
  name: string | undefined,
  change: () => Promise<void>,
) {
  const paths = name === undefined ? files : [...files, `node_modules/${name}`];
  const replace = (from: string, to: string) => {
    for (const path of paths) {
      rmSync(join(to, path), { recursive: true, force: true });
      if (existsSync(join(from, path))) cpSync(join(from, path), join(to, path), { recursive: true });
    }
  };
  await withFolder(root, async (former) => {
    replace(root, former);
    await change().catch(async (error: unknown) => {
      replace(former, root);
      // Other packages may have changed, too. npm compares them with the restored lock file.
      const hasLock = existsSync(join(root, 'package-lock.json'));
      const repair = hasLock && npm({ cwd: root, env }, 'install', '--prefer-offline', '--no-save');
      const note = await Promise.resolve(repair).then(
        () => '',
        () => ' Run npm ci to restore its dependencies.',
      );
      replace(former, root);
      const reason = reasonOf(error).replace(/\.?$/, '.');
      throw new Error(`${reason} The former state is restored.${note}`, { cause: error });
    });
  });
}

/** Names of the recorded plugins that a registry has. @throws Error for a name without a package of a registry */
export function updatable(root: string, name: string | undefined): (readonly [plugin: string, from: string])[] {
  const records = Object.entries(readPluginRecords(root)).filter(([plugin]) => name === undefined || plugin === name);
  const found = records.flatMap(([plugin, { package: from, source = '' }]): (readonly [string, string])[] =>
    from === undefined || source.startsWith('file:') ? [] : [[plugin, from]],
  );
  if (found.length === 0 && name !== undefined)
    throw new Error(
      `"${name}" is no plugin from a registry, by plugins.json; add its new version with: lectern plugin add <file or folder>`,
    );
  return found;
}

/**
 * Removes the files of an added plugin, and its record. Its data stays.
 * @param purge removes its data before; false when not confirmed
 * @returns false when it was not confirmed @throws Error if another module requires it, or it was not added by a command
 */
export async function removePlugin({ boot, confirm }: InstallTerms, name: string, purge?: () => Promise<boolean>) {
  const { root, env } = boot;
  const record = readPluginRecords(root)[name];
  const plugin = pluginNamed(root, name);
  const from = plugin?.package?.name ?? record?.package;
  if (!plugin && !record) throw new Error(`There is no plugin "${name}". List the plugins with: lectern plugin list`);
  if (!from && record?.source !== 'folder')
    throw new Error(`plugins/${name} was not added by lectern plugin add; disable it, or remove its folder yourself.`);
  const needing = modulesOnDisk(root).find(({ requires }) => requires.includes(name));
  if (needing) throw new Error(`${needing.name} requires ${name}; remove ${needing.name}, or that requirement, first.`);
  if (name in (await configOf({ root, env })).modules)
    throw new Error(
      `The configuration has the section "modules.${name}"; remove it first, because the next start would refuse it.`,
    );
  const data = purge ? 'Its data is exported and removed first.' : 'Its data stays in the database.';
  const text = `This removes the plugin ${name} (${from ?? `plugins/${name}`}) from the next start on. ${data}`;
  if (!(await confirm(name, text)) || (await purge?.()) === false) return false;
  await undoneOnFailure(boot, from, async () => {
    if (from) await npm({ cwd: root, env }, 'uninstall', ...peers(root), from);
    changePluginRecords(root, ({ [name]: _removed, ...others }) => others);
  });
  const [archive] = /(?<=^file:)packages\/.*/.exec(record?.source ?? '') ?? [];
  const rest = from ? archive : `plugins/${name}`;
  if (rest !== undefined) rmSync(join(root, rest), { recursive: true, force: true });
  return true;
}

/** Plugins from packages of which the registry has a later version. @throws Error when the registry cannot be reached */
export async function outdatedPlugins({ root, env }: InstallTerms['boot']) {
  const versions = updatable(root, undefined).map(async ([plugin, from]) => {
    const latest = JSON.parse(await npm({ cwd: root, env }, 'view', `${from}@latest`, 'version', '--json')) as string;
    const { version = '' } = packageIn(join(root, 'node_modules', from), from) ?? {};
    return { plugin, version, latest };
  });
  return (await Promise.all(versions)).filter(({ version, latest }) => version !== latest);
}

/** Version in the manifest of a module; empty if it has none. */
function versionOf({ folder }: ModuleFolder): string {
  const { version } = JSON.parse(readOwnFile(folder, 'module.json')) as { version?: unknown };
  return typeof version === 'string' ? version : '';
}
