import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { rowsOf, type Database, type OwnedTable } from '../../infrastructure/database/index.ts';

/** Exported records of a module, besides the rows of its tables. */
export interface ExportedRecords {
  readonly module: string;
  /** Version of the module; empty if the module is not installed. */
  readonly version: string;
  /** Rows of the module in the migration history. */
  readonly migrations: readonly Readonly<Record<string, unknown>>[];
  readonly subscribers: readonly string[];
}

/** Content of `export.json`. */
export interface Export extends ExportedRecords {
  readonly exportedAt: string;
  readonly tables: readonly { readonly name: string; readonly isView: boolean; readonly rows: number }[];
}

export const exportFile = 'export.json';

/** Default folder of an export: `exports/<module>-<time>`. */
export function exportFolder(root: string, module: string, now: Date): string {
  return join(root, 'exports', `${module}-${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`);
}

/** Creates the folder of an export. @throws Error when the path is a file, or a folder that is not empty */
export function makeExportFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false)
    throw new Error(`${folder} is not a folder; name another folder with --out.`);
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`${folder} is not empty; name another folder with --out.`);
  mkdirSync(folder, { recursive: true });
}

/**
 * Writes all rows of the tables into a folder, one JSON object a line and one file a table. `export.json` comes last:
 * an export without this file is incomplete. Requires a transaction.
 */
export async function writeExport(
  database: Database,
  folder: string,
  { records, tables }: { readonly records: ExportedRecords; readonly tables: readonly OwnedTable[] },
): Promise<Export> {
  const written: Export['tables'][number][] = [];
  for (const { name, isView } of tables) {
    written.push({ name, isView, rows: await writeRows(database, name, join(folder, `${name}.jsonl`)) });
  }
  const whole = { ...records, exportedAt: new Date().toISOString(), tables: written };
  writeFileSync(join(folder, exportFile), `${JSON.stringify(whole, null, 2)}\n`);
  return whole;
}

async function writeRows(database: Database, table: string, file: string): Promise<number> {
  const target = await open(file, 'w');
  let count = 0;
  try {
    for await (const rows of rowsOf(database, table)) {
      await target.write(rows.map((row) => `${row}\n`).join(''));
      count += rows.length;
    }
    await target.sync();
  } finally {
    await target.close();
  }
  return count;
}

/** Tables with the numbers of their rows, such as `goods (4)`. */
export function rowsText(tables: readonly { readonly name: string; readonly rows: number }[]): string {
  return tables.map(({ name, rows }) => `${name} (${rows})`).join(', ');
}
