import type { Kernel, ModuleMigrations } from '../../hosting/internals.ts';
import { hasCoreModule, modulesOnDisk, pluginsOnDisk } from '../../cli/index.ts';
import { lockTables, type OwnedTable } from '../../infrastructure/database/index.ts';
import { makeExportFolder, rowsText, writeExport, type Export } from './export.ts';
import { refuseUnknown } from './switch.ts';

/** Data of a plugin in the database. */
export interface Remains {
  readonly module: string;
  readonly version: string;
  readonly migrations: ModuleMigrations;
  readonly applied: readonly Readonly<Record<string, unknown>>[];
  readonly tables: readonly OwnedTable[];
  readonly subscribers: readonly string[];
}

interface Terms {
  readonly root: string;
  /** Whether the plugin is removed afterwards; it may then be enabled. */
  readonly removes?: boolean | undefined;
}

/**
 * Finds the data of a plugin in the database.
 * @throws Error when the plugin is enabled or unknown, or another module requires it
 */
export async function remainsOf(kernel: Kernel, name: string, { root, removes = false }: Terms): Promise<Remains> {
  const { services } = kernel;
  const { migrations } = services;
  const recorded = (await migrations.recorded()).map(({ module }) => module);
  refuseUnknown(
    root,
    name,
    recorded.filter((module) => !kernel.modules.some((one) => one.name === module)),
  );
  const plugin = pluginsOnDisk(root).find((one) => one.name === name);
  if (plugin && !removes && !kernel.disabled.plugins.includes(name))
    throw new Error(
      `${name} is enabled. Stop the servers that run with it, and disable it with: lectern plugin disable ${name}`,
    );
  refuseRequired(root, name, { disabled: kernel.disabled.plugins, recorded });
  // Without events and their tables there are no subscriptions.
  const hasEvents = hasCoreModule(kernel, 'events') && recorded.includes('events');
  return {
    module: name,
    version: plugin?.version ?? '',
    migrations: plugin ? await kernel.migrationsOf(name) : { module: name, files: [] },
    applied: await migrations.recordsOf(name),
    tables: await migrations.tablesOf(name),
    subscribers: hasEvents ? await services.outbox.subscribersOf(name) : [],
  };
}

export function isNothing({ applied, tables, subscribers }: Remains): boolean {
  return applied.length + tables.length + subscribers.length === 0;
}

/** Exports the data into a folder and then removes the data from the database. A failure removes nothing. */
export async function purge({ services }: Kernel, remains: Remains, folder: string): Promise<Export> {
  const { database, migrations } = services;
  const { module, version, applied, tables, subscribers } = remains;
  makeExportFolder(folder);
  const records = { module, version, migrations: applied, subscribers };
  const work = async () => {
    await lockTables(
      database,
      tables.filter(({ isView }) => !isView).map(({ name }) => name),
    );
    const written = await writeExport(database, folder, { records, tables });
    await migrations.purge(remains.migrations);
    for (const subscriber of subscribers) await services.outbox.forget(subscriber);
    return written;
  };
  return migrations.exclusively(() => database.transaction(work, { queryLimitMs: 0 }));
}

interface Known {
  readonly disabled: readonly string[];
  /** Modules that have applied migrations. */
  readonly recorded: readonly string[];
}

/**
 * Refuses to remove data of a plugin that other modules require. Disabled modules with applied migrations count, too:
 * their rows may refer to the data.
 */
function refuseRequired(root: string, name: string, { disabled, recorded }: Known): void {
  const needing = modulesOnDisk(root).find(
    (one) => one.requires.includes(name) && (!disabled.includes(one.name) || recorded.includes(one.name)),
  );
  if (!needing) return;
  const first = (verb: string) => `${verb} ${needing.name} first with: lectern plugin ${verb} ${needing.name}`;
  const custom = 'remove that requirement from custom/module.json';
  const fix = needing.layer === 'custom' ? custom : first(disabled.includes(needing.name) ? 'purge' : 'disable');
  throw new Error(`${needing.name} requires ${name}; ${fix}.`);
}

/** Question before a purge. */
export function purgeQuestion({ module, tables, applied, subscribers }: Remains, folder: string): string {
  return `This exports to ${folder} and then permanently removes from the database, of plugin ${module}:
  tables: ${tables.map(({ name }) => name).join(', ') || 'none'}
  records of migrations: ${applied.length}
  event subscribers, with their waiting events: ${subscribers.join(', ') || 'none'}
Make sure that no server runs with this plugin.`;
}

/** Report of a purge. @param folder path of the export, as the user may type it */
export function purgedText({ module, tables }: Export, folder: string): string {
  return `Removed ${module}: ${rowsText(tables) || 'no tables'}.\nExported to ${folder}. Restore the rows with: lectern plugin restore ${folder}`;
}
