import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  changePluginRecords,
  InstalledPackages,
  pluginNamed,
  readPluginRecords,
  packageIn,
  packagedAt,
  type PluginRecord,
} from '../../hosting/internals.ts';
import { type BootOptions, configOf, modulesOnDisk } from '../../cli/index.ts';
import { undoneOnFailure } from './changed_files.ts';
import { npm, type NpmPlace } from './npm.ts';
import { runPlan } from './run_plan.ts';
import { staged, versionOf, type Staged } from './staging.ts';

/** Folder of package archives that an installation keeps, because `package.json` refers to them. */
const archives = 'packages';

export interface InstallTerms {
  readonly boot: Pick<BootOptions, 'root' | 'env'>;
  readonly registry?: string | undefined;
  /** Lets npm run the scripts of the packages. */
  readonly allowScripts?: boolean | undefined;
  /** Installs even if the plan says that something breaks. */
  readonly force?: boolean | undefined;
  /** Shows the plan and asks. Nothing is installed when it answers false. */
  readonly confirm: (plugin: string, plan: string) => Promise<boolean>;
}

export interface Installed {
  readonly plugin: string;
  readonly version: string;
  /** Version before; undefined for a new plugin. */
  readonly former?: string;
}

/**
 * Adds a plugin, or another version of one, from a folder, an archive or a registry.
 * @returns undefined when it was not confirmed, or this version is installed
 * @throws Error with the reason; the installation is then unchanged
 */
export async function installPlugin(terms: InstallTerms, given: string, only?: string): Promise<Installed | undefined> {
  const { boot, registry } = terms;
  return staged({ ...boot, registry }, given, async (one) => {
    const { name, package: from } = one.module;
    const present = pluginNamed(boot.root, name);
    const former = present && versionOf(present);
    const version = versionOf(one.module);
    if (only !== undefined && name !== only)
      throw new Error(
        `${given} has the plugin "${name}" now, not "${only}"; remove "${only}" first, then add the package.`,
      );
    if (only !== undefined && former === version) return undefined;
    refuseOther(boot.root, one);
    const { isReady, breaks, text } = await runPlan(boot, one.module.folder);
    if (!isReady) throw new Error(`The plan has failed, so nothing was installed: ${text}`);
    if (breaks && terms.force !== true)
      throw new Error(
        `${text.trim()}\n\nNothing was installed, because this breaks something; correct it, or add --force.`,
      );
    if (!(await terms.confirm(name, `${text.trim()}${changedNote(boot.root, one)}`))) return undefined;
    const place = { cwd: boot.root, env: boot.env, registry };
    await undoneOnFailure(place, from?.name, () => put(terms, place, one));
    return { plugin: name, version, ...(former !== undefined && { former }) };
  });
}

/** @throws Error if another folder or package has the plugin */
function refuseOther(root: string, { module: { name, package: from } }: Staged): void {
  const present = pluginNamed(root, name);
  if (present && (!from || present.package?.name !== from.name)) {
    const where = present.package ? `the package ${present.package.name}` : `plugins/${name}`;
    throw new Error(
      `The plugin "${name}" is installed from ${where}; remove it first with: lectern plugin remove ${name}`,
    );
  }
  const records = from ? Object.entries(readPluginRecords(root)) : [];
  const [recorded] = records.find(([, record]) => record.package === from?.name) ?? [name];
  if (recorded !== name)
    throw new Error(
      `${from?.name} has the plugin "${name}", but plugins.json records "${recorded}" for it; remove "${recorded}" first with: lectern plugin remove ${recorded}`,
    );
}

/** Warns of an archive that differs from the recorded one of the same version. */
function changedNote(root: string, { module, integrity }: Staged): string {
  const record = readPluginRecords(root)[module.name];
  const isOther =
    record?.integrity !== undefined && record.version === module.package?.version && record.integrity !== integrity;
  return isOther ? `\n\nwarning: the archive differs from the recorded one of version ${record.version}.` : '';
}

/** Installs a staged plugin, tries its start, and records it. */
async function put({ boot, allowScripts }: InstallTerms, place: NpmPlace, one: Staged): Promise<void> {
  const { root } = boot;
  const { name, folder, package: from } = one.module;
  if (!from) {
    const target = join(root, 'plugins', name);
    cpSync(folder, target, { recursive: true });
    const record = { version: versionOf(one.module), source: 'folder' };
    changePluginRecords(root, (records) => ({ ...records, [name]: { ...records[name], ...record } }));
    return;
  }
  const scripts = allowScripts === true ? '--ignore-scripts=false' : '--ignore-scripts';
  await npm(place, 'install', '--save-exact', scripts, ...peers(root), specOf(root, one));
  const installed = packagedAt(join(root, 'node_modules', from.name));
  if (!installed || installed instanceof Error) throw installed ?? new Error(`npm has not installed ${from.name}.`);
  const record: PluginRecord = new InstalledPackages(root).recordOf(installed);
  changePluginRecords(root, (records) => ({ ...records, [name]: { ...records[name], ...record } }));
  const { isReady, text } = await runPlan(boot, installed.folder);
  if (!isReady || text.includes(`the plugin ${name} would fail to start`))
    throw new Error(`The installed plugin does not start: ${text}`);
}

/** In its own repository, Lectern is no package that npm could find for a peer dependency. */
function peers(root: string): string[] {
  const { name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { name?: unknown };
  return name === 'lectern' ? ['--legacy-peer-deps'] : [];
}

/** Argument of `npm install`. An archive is copied to `packages/`, to which `package.json` then refers. */
function specOf(root: string, { spec = '', archive = '' }: Staged): string {
  if (spec !== 'file') return spec;
  const kept = join(root, archives, basename(archive));
  mkdirSync(join(root, archives), { recursive: true });
  if (kept !== archive) copyFileSync(archive, kept);
  return kept;
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
 * @returns false when it was not confirmed @throws Error if another module requires it, or it was not added by a command
 */
export async function removePlugin({ boot, confirm }: InstallTerms, name: string): Promise<boolean> {
  const { root, env } = boot;
  const record = readPluginRecords(root)[name];
  const plugin = pluginNamed(root, name);
  const from = plugin?.package?.name ?? record?.package;
  const folder = join(root, 'plugins', name);
  if (!plugin && !record) throw new Error(`There is no plugin "${name}". List the plugins with: lectern plugin list`);
  if (!from && record?.source !== 'folder')
    throw new Error(`plugins/${name} was not added by lectern plugin add; disable it, or remove its folder yourself.`);
  const needing = modulesOnDisk(root).find(({ requires }) => requires.includes(name));
  if (needing) throw new Error(`${needing.name} requires ${name}; remove ${needing.name}, or that requirement, first.`);
  if (name in (await configOf({ root, env })).modules)
    throw new Error(
      `The configuration has the section "modules.${name}"; remove it first, because the next start would refuse it.`,
    );
  const text = `This removes the plugin ${name} (${from ?? `plugins/${name}`}) from the next start on. Its data stays in the database.`;
  if (!(await confirm(name, text))) return false;
  const place = { cwd: root, env };
  await undoneOnFailure(place, from, async () => {
    if (from) await npm(place, 'uninstall', '--ignore-scripts', ...peers(root), from);
    changePluginRecords(root, ({ [name]: _removed, ...others }) => others);
  });
  if (from && record?.source?.startsWith(`file:${archives}/`))
    rmSync(join(root, record.source.slice('file:'.length)), { force: true });
  if (!from) rmSync(folder, { recursive: true, force: true });
  return true;
}

/** A plugin of which a registry has a later version. */
export interface Outdated {
  readonly plugin: string;
  readonly version: string;
  readonly latest: string;
}

/** Plugins from packages of which the registry has a later version. @throws Error when the registry cannot be reached */
export async function outdatedPlugins(boot: Pick<BootOptions, 'root' | 'env'>, registry?: string): Promise<Outdated[]> {
  const place = { cwd: boot.root, env: boot.env, registry };
  const versions = updatable(boot.root, undefined).map(async ([plugin, from]) => {
    const latest = JSON.parse(await npm(place, 'view', `${from}@latest`, 'version', '--json')) as string;
    const { version = '' } = packageIn(join(boot.root, 'node_modules', from), from) ?? {};
    return { plugin, version, latest };
  });
  return (await Promise.all(versions)).filter(({ version, latest }) => version !== latest);
}
