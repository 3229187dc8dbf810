import { reasonOf, type Kernel } from '../../hosting/internals.ts';
import { type BootOptions, hasDatabase, quietKernel, switchableModules } from '../../cli/index.ts';
import { migrationFailures } from '../../infrastructure/database/index.ts';

/** A plugin, or an optional module of core, as `lectern plugin list` shows it. */
export interface ListedPlugin {
  readonly name: string;
  /** Empty if unknown. */
  readonly version: string;
  /** `gone`: the folder is missing, but the database has tables or migration records of the plugin. */
  readonly state: 'active' | 'disabled' | 'set aside' | 'gone';
  /** Reason why the plugin is `set aside`. */
  readonly reason?: string;
  /** Number of operations that the plugin serves. */
  readonly routes: number;
  /** Names of its tables; undefined if the database is unavailable or not loaded. */
  readonly tables: readonly string[] | undefined;
  readonly requires: readonly string[];
}

/**
 * Lists optional modules of core, plugins, then removed modules. Starts no service but the database.
 * @returns the plugins, and the reason why their tables could not be read, if any
 */
export async function listPlugins(boot: BootOptions) {
  const kernel = await quietKernel(boot);
  return listedPlugins(kernel, boot.root, await tablesByModule(kernel));
}

/** Lists the modules of a running installation like `listPlugins`. */
export async function listRunningPlugins(kernel: Kernel, root: string): Promise<readonly ListedPlugin[]> {
  return listedPlugins(kernel, root, hasDatabase(kernel) ? await heldTables(kernel) : {}).plugins;
}

function listedPlugins(kernel: Kernel, root: string, { tables, failures, problem }: Held) {
  const here = switchableModules(root).map(({ name, version, requires }): ListedPlugin => ({
    name,
    version,
    ...stateOf(kernel, name, failures?.get(name)),
    routes: kernel.routes.filter(({ module }) => module === name).length,
    tables: tables && (tables.get(name) ?? []),
    requires,
  }));
  const plugins = [...here, ...removedModules(kernel, tables)];
  return { plugins, ...(problem !== undefined && { problem }) };
}

/** State of a module. A plugin whose migrations fail is `set aside`, because no start can load the plugin. */
function stateOf(
  { failedPlugins, disabled }: Kernel,
  name: string,
  failure: string | undefined,
): Pick<ListedPlugin, 'state' | 'reason'> {
  if (disabled.plugins.includes(name)) return { state: 'disabled' };
  const reason = failedPlugins.find(({ module }) => module === name)?.reason ?? failure;
  return reason === undefined ? { state: 'active' } : { state: 'set aside', reason };
}

type Tables = ReadonlyMap<string, readonly string[]>;

/** Tables of the modules, and reasons why migrations cannot be applied; or the reason why they could not be read. */
interface Held {
  readonly tables?: Tables;
  readonly failures?: ReadonlyMap<string, string>;
  readonly problem?: string;
}

/** Removed modules of which the database has tables, or records of migrations. */
function removedModules({ modules, disabled, failedPlugins }: Kernel, tables: Tables = new Map()): ListedPlugin[] {
  const known = new Set([
    ...modules.map(({ name }) => name),
    ...disabled.plugins,
    ...failedPlugins.map(({ module }) => module),
  ]);
  return [...tables]
    .filter(([name]) => !known.has(name))
    .map(([name, own]) => ({ name, version: '', state: 'gone', routes: 0, tables: own, requires: [] }));
}

async function tablesByModule(kernel: Kernel): Promise<Held> {
  if (!hasDatabase(kernel)) return {};
  const { database } = kernel.services;
  try {
    database.assertCreated();
    await database.start();
    return await heldTables(kernel);
  } catch (error) {
    return { problem: reasonOf(error) };
  } finally {
    await database.stop();
  }
}

async function heldTables(kernel: Kernel): Promise<Held> {
  const { migrations } = kernel.services;
  const made = await migrations.tablesOf();
  const names = [...new Set([...(await migrations.recorded()), ...made].map(({ module }) => module))].sort();
  const tables = new Map(
    names.map((name) => [name, made.filter(({ module }) => module === name).map((one) => one.name)]),
  );
  return { tables, failures: await migrationFailures(kernel).catch(() => new Map<string, string>()) };
}
