import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Kernel, ModuleMigrations } from '../../hosting/internals.ts';
import {
  continueNumbers,
  type Database,
  inOrderOfReference,
  insertRows,
  isLoadedDemo,
} from '../../infrastructure/database/index.ts';
import { linesIn } from '../../cli/index.ts';
import { exportFile, rowsText, type Export } from './export.ts';

const BATCH = 500;

/**
 * Restores the rows of an export into the empty tables of its plugin, all of them or none.
 * @throws Error when the export is missing or incomplete, a table has rows, the plugin is not loaded, or its migrations
 *   differ
 */
export async function restore(kernel: Kernel, given: string) {
  const { services, modules } = kernel;
  const folder = resolve(given);
  const whole = readExport(folder);
  const plugin = modules.find(({ name }) => name === whole.module);
  if (!plugin) throw new Error(`${whole.module} is not loaded; put its folder into plugins/ and enable it first.`);
  const { database, migrations } = services;
  await migrations.exclusively(() => migrations.up(plugin.migrations));
  refuseOtherState(
    whole,
    plugin.migrations.files.map(({ name }) => name),
  );
  const names = whole.tables.filter(({ isView }) => !isView).map(({ name }) => name);
  const work = async () => {
    const tables: { readonly name: string; readonly rows: number }[] = [];
    for (const name of await inOrderOfReference(database, names)) {
      await refuseFilled(database, name);
      tables.push({ name, rows: await readRows(database, name, presentFile(folder, `${name}.jsonl`)) });
      await continueNumbers(database, name);
    }
    if (whole.migrations.some(isLoadedDemo)) await noteDemo(kernel, plugin.migrations);
    return { module: whole.module, tables };
  };
  return database.transaction(work, { queryLimitMs: 0 });
}

/** Marks the demo data as loaded, since the restored rows include the demo data. */
async function noteDemo({ services }: Kernel, migrations: ModuleMigrations): Promise<void> {
  const nothing = () => Promise.resolve(async () => {});
  await services.migrations.loadDemo({ ...migrations, demo: { file: exportFile, load: nothing } });
}

function readExport(folder: string): Export {
  if (!existsSync(folder))
    throw new Error(`There is no folder ${folder}; name a folder that lectern plugin purge has written.`);
  return JSON.parse(readFileSync(presentFile(folder, exportFile), 'utf8')) as Export;
}

function presentFile(folder: string, name: string): string {
  const file = join(folder, name);
  if (existsSync(file)) return file;
  throw new Error(`${file} is missing, so the export is incomplete; name another export.`);
}

function refuseOtherState({ module, migrations }: Export, files: readonly string[]): void {
  const applied = migrations.map(({ name }) => String(name)).filter((name) => name !== 'demo');
  if (applied.sort().join() === [...files].sort().join()) return;
  throw new Error(
    `The export of ${module} was made with the migrations ${applied.join(', ')}, but the plugin has ${files.join(', ')}; ` +
      `install the version that "version" in ${exportFile} names.`,
  );
}

async function refuseFilled(database: Database, table: string): Promise<void> {
  if (!(await database.table(table).first())) return;
  throw new Error(
    `The table ${table} has rows already, but an export is restored into empty tables only; delete its rows first.`,
  );
}

async function readRows(database: Database, table: string, file: string): Promise<number> {
  let batch: string[] = [];
  let count = 0;
  for await (const line of linesIn(createReadStream(file))) {
    batch.push(line);
    count += 1;
    if (batch.length < BATCH) continue;
    await insertRows(database, table, batch);
    batch = [];
  }
  await insertRows(database, table, batch);
  return count;
}

/** Report of a restore. */
export function restoredText({ module, tables }: Awaited<ReturnType<typeof restore>>): string {
  return `Restored into ${module}: ${rowsText(tables) || 'no rows'}.`;
}
