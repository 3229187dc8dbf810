import { promisify } from 'node:util';
import { createGunzip, gzip } from 'node:zlib';
import type { Kernel } from '../../../hosting/internals.ts';
import type { Database } from '../database.ts';
import { withoutForeignKeys } from '../schema/foreign_keys.ts';
import { presentTables } from '../schema/present_tables.ts';
import { sequenceValues, setSequences } from '../schema/sequences.ts';
import { addTexts, readTexts, useExactTexts, type TextRows } from '../schema/text_rows.ts';
import { linesIn } from '../../../cli/index.ts';
import { describe, inSnapshot, leases } from './describe_database.ts';
import type { Manifest } from './manifest.ts';
import type { Backup } from './read_file.ts';
import { writeFile, type BackupTarget } from './write_file.ts';

/** One line of the payload: rows of a table. The last line has the values of all sequences instead. */
type Line = TextRows | { readonly sequences: Readonly<Record<string, string>> };

/** Writes rows as text, which the embedded database and every server can restore. */
export function backUpPortably(kernel: Kernel, target: BackupTarget): Promise<Manifest> {
  const { database } = kernel.services;
  const work = async () => {
    await useExactTexts(database);
    const manifest = await describe(kernel, 'portable');
    await writeFile(target, manifest, packed(linesOf(database, Object.keys(manifest.tables))));
    return manifest;
  };
  return inSnapshot(database, work, target.signal);
}

async function* linesOf(database: Database, tables: readonly string[]): AsyncGenerator<string> {
  for (const table of tables) for await (const rows of readTexts(database, table)) yield lineOf(rows);
  // Sequences are read after the rows: each value is then at least as large as every generated id in the rows.
  yield lineOf({ sequences: await sequenceValues(database) });
}

/** Compresses line by line, because a stream would query the database outside of the transaction. */
async function* packed(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const line of lines) yield promisify(gzip)(line);
}

function lineOf(line: Line): string {
  return `${JSON.stringify(line)}\n`;
}

/**
 * Runs the migrations that the backup lists, and fills their tables. The caller must have opened a transaction, emptied
 * the migration history, and dropped all tables except those of the history and the leases.
 * @throws Error when a migration fails, or a row does not fit or has a dangling reference
 */
export async function restorePortably({ modules, services }: Kernel, backup: Backup): Promise<void> {
  const { database, formerNames, migrations } = services;
  const wanted = new Set(
    backup.manifest.migrations.map(({ module, name }) => `${formerNames.get(module) ?? module} ${name}`),
  );
  for (const module of modules) {
    const files = module.migrations.files.filter(({ name }) => wanted.has(`${module.name} ${name}`));
    await migrations.up({ ...module.migrations, files });
  }
  await useExactTexts(database);
  await withoutForeignKeys(database, () => fill(database, backup));
}

async function fill(database: Database, { payload }: Backup): Promise<void> {
  // Migrations may have inserted rows, which the backup contains as well. The ledger tables reject DELETE, so they are
  // emptied by `truncate`.
  const tables = (await presentTables(database)).filter((name) => name !== leases);
  await database.raw(`truncate ${tables.map(() => '??').join(', ')} restart identity`, tables);
  const source = payload();
  const plain = source.pipe(createGunzip());
  source.on('error', (error) => plain.destroy(error));
  for await (const text of linesIn(plain)) {
    const line = JSON.parse(text) as Line;
    await ('sequences' in line ? setSequences(database, line.sequences) : addTexts(database, line));
  }
}
