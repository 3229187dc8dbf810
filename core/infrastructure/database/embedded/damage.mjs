// Damaged folders of embedded databases. The errors of PGlite have no reason; PostgreSQL writes the reason to its standard
// error.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {import('@electric-sql/pglite').PGlite} Database */

/** Files of all relations, except temporary ones, which PostgreSQL removes at its start. */
const relations = `select relname as name, pg_relation_filepath(oid) as file from pg_class
  where relkind in ('r', 'i', 't', 'm', 'S') and relpersistence <> 't'`;

/** Fixes for reasons that are no damage. @type {readonly (readonly [RegExp, string])[]} */
const fixes = [
  [/Permission denied|Read-only file system/, 'Let this process read and write all files of the folder'],
  [/No space left/, 'Free space on its disk'],
];

/**
 * Opens the files of a cluster, and checks that no relation lacks its file.
 * @param {string} folder
 * @param {(options: import('@electric-sql/pglite').PGliteOptions) => Promise<Database>} create
 * @returns {Promise<Database>}
 * @throws {Error} with the reason and the fix for a damaged folder
 */
export async function openFiles(folder, create) {
  let isOpen = false;
  /** @type {string[]} */
  const said = [];
  const onStderr = (/** @type {string} */ line) => {
    if (!isOpen) said.push(line);
    return false;
  };
  try {
    const db = await create({ dataDir: folder, onStderr });
    await assertComplete(db, folder);
    isOpen = true;
    return db;
  } catch (error) {
    return refuseDamaged(folder, reasonIn(said) ?? /** @type {Error} */ (error).message);
  }
}

/** @param {Database} db @param {string} folder */
async function assertComplete(db, folder) {
  const { rows } = await db.query(relations);
  const all = /** @type {{ name: string, file: string | null }[]} */ (rows);
  const missing = all.find(({ file }) => file !== null && !existsSync(join(folder, file)));
  if (missing) throw new Error(`the file ${missing.file} of the relation ${missing.name} is missing`);
}

/** The last error that PostgreSQL has written, with its detail. @param {readonly string[]} lines */
function reasonIn(lines) {
  const at = lines.findLastIndex((line) => /(ERROR|FATAL|PANIC): /.test(line));
  if (at < 0) return undefined;
  const textOf = (/** @type {string | undefined} */ line) => /[A-Z]+: +(.*?)\.?$/.exec(line ?? '')?.[1];
  const next = lines[at + 1];
  const detail = next?.includes('DETAIL: ') ? textOf(next) : undefined;
  return [textOf(lines[at]), detail].filter(Boolean).join(': ');
}

/**
 * @param {string} folder
 * @param {string} reason
 * @returns {never}
 */
export function refuseDamaged(folder, reason) {
  const [, fix] = fixes.find(([pattern]) => pattern.test(reason)) ?? [];
  if (fix !== undefined) throw new Error(`The embedded database in ${folder} cannot be opened (${reason}). ${fix}.`);
  throw new Error(
    `The embedded database in ${folder} is damaged (${reason}). Move the folder away, then restore a backup with ` +
      'lectern restore <file>, or begin with a new database by npm start.',
  );
}
