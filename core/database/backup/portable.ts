import { promisify } from 'node:util';
import { createGunzip, gzip } from 'node:zlib';
import type { Kernel } from 'lectern/host';
import type { Database } from '../database.ts';
import { withoutForeignKeys } from '../foreign_keys.ts';
import { presentTables } from '../present_tables.ts';
import { sequenceValues, setSequences } from '../sequences.ts';
import { addTexts, readTexts, useExactTexts, type TextRows } from '../text_rows.ts';
import { forDatabase } from '../migrate/for_database.ts';
import { linesIn } from '../../cli/index.ts';
import { describe, leases } from './describe.ts';
import type { Manifest } from './manifest.ts';
import type { Backup } from './read_file.ts';
import { writeFile, type Target } from './write_file.ts';

/** One line of the payload: rows of a table, or finally the values of the sequences. */
type Line = TextRows | { readonly sequences: Readonly<Record<string, string>> };

/** Writes all rows in a format for both the embedded database and a server. */
export function backUpPortably(kernel: Kernel, target: Target): Promise<Manifest> {
  const { database } = kernel.services;
  const work = async () => {
    await useExactTexts(database);
    const manifest = await describe(kernel, 'portable');
    await writeFile(target, manifest, packed(linesOf(database, Object.keys(manifest.tables))));
    return manifest;
  };
  return database.transaction(work, {
    isolationLevel: 'repeatable read',
    queryLimitMs: 0,
    attempts: 1,
    signal: target.signal,
  });
}

async function* linesOf(database: Database, tables: readonly string[]): AsyncGenerator<string> {
  for (const table of tables) for await (const rows of readTexts(database, table)) yield lineOf(rows);
  // Sequences are read last, when they have passed every number in the rows.
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
 * Creates the tables by the migrations in the backup, and fills them. Requires a transaction, in a database without
 * foreign tables.
 * @throws Error when a row does not fit, or has a dangling reference
 */
export async function putBackPortably({ modules, services }: Kernel, backup: Backup): Promise<void> {
  const { database, formerNames, migrations } = services;
  const wanted = new Set(
    backup.manifest.migrations.map(({ module, name }) => `${formerNames.get(module) ?? module} ${name}`),
  );
  for (const module of modules) {
    const files = module.migrations.files.filter(({ name }) => wanted.has(`${module.name} ${name}`));
    await migrations.up(forDatabase({ ...module.migrations, files }));
  }
  await useExactTexts(database);
  await withoutForeignKeys(database, () => fill(database, backup));
}

async function fill(database: Database, { payload }: Backup): Promise<void> {
  // Rows inserted by migrations are also in the backup. Only `truncate` bypasses the protection of the ledger.
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
