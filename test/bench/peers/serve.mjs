// Shared code of the compared servers: the statements of their reads, which equal those of Lectern, a pool of the same
// size as that of Lectern, and the report to the bench.
import { createHash } from 'node:crypto';
import pg from 'pg';
import { reportTo } from '../../support/report_cpu.mjs';

/**
 * @typedef {'token' | 'level' | 'article' | 'family' | 'page' | 'total' | 'pageOfCategory' | 'totalOfCategory'} Name
 */
/** @type {{ statements: Readonly<Record<Name, string>>, named?: boolean, batch?: boolean }} */
export const { statements, named = false, batch = false } = JSON.parse(process.argv[2] ?? '');

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });

/** @param {string} name @param {string} text @param {unknown[]} values @returns {Promise<any[]>} */
export async function rowsOf(name, text, values) {
  return (await pool.query(named ? { name, text, values } : { text, values })).rows;
}

/**
 * Returns a function that reads a row by its key: with one statement for each row, or with `batch` one statement for
 * all rows of a turn of the event loop.
 * @param {'token' | 'level' | 'article'} name @param {string} column @param {() => unknown[]} [more]
 * @returns {(key: string) => Promise<any>}
 */
function lookUp(name, column, more = () => []) {
  /** @param {readonly string[]} keys */
  const read = (keys) => rowsOf(name, statements[name], [keys, ...more()]);
  if (!batch) return async (key) => (await read([key]))[0];
  /** @type {{ keys: Set<string>, rows: Promise<Map<string, any>> } | undefined} */
  let gathering;
  const gather = () => {
    const keys = new Set();
    const rows = new Promise((resolve) => setImmediate(resolve)).then(async () => {
      gathering = undefined;
      return new Map((await read([...keys])).map((row) => [String(row[column]), row]));
    });
    return { keys, rows };
  };
  return async (key) => {
    const { keys, rows } = (gathering ??= gather());
    keys.add(key);
    return (await rows).get(key);
  };
}

const ownerBy = lookUp('token', 'digest', () => [new Date(), false]);
const anyArticleBy = lookUp('article', 'id');

/** @type {(id: string) => Promise<any>} */
export const levelBy = lookUp('level', 'id');

/** Returns the user of a token, or undefined. @param {string | undefined} token */
export async function ownerOf(token) {
  if (!token) return undefined;
  const owner = await ownerBy(createHash('sha256').update(token).digest('base64url'));
  return owner?.locked ? undefined : owner;
}

/** Whether a user may write. @param {{ roles: string[] }} user */
export function isManager({ roles }) {
  return roles.includes('ROLE_ADMIN') || roles.includes('ROLE_SUPER_ADMIN');
}

/** @param {string} id */
export async function articleBy(id) {
  const article = await anyArticleBy(id);
  return article?.status === 'published' ? article : undefined;
}

/** Returns a page of ten articles and the total. @param {{ categoryId?: string, offset?: number | string }} query */
export async function page({ categoryId = '0', offset = 0 }) {
  const start = Number(offset);
  const [data, total] = await Promise.all(categoryId === '0' ? pageOfAll(start) : await pageOf(categoryId, start));
  return { data, paging: { total, offset: start, limit: 10 } };
}

/** @param {number} offset @returns {[Promise<any[]>, Promise<number>]} */
function pageOfAll(offset) {
  return [rowsOf('page', statements.page, [10, offset]), totalOf('0', () => rowsOf('total', statements.total, []))];
}

/** @param {string} id @param {number} offset @returns {Promise<[Promise<any[]>, Promise<number>]>} */
async function pageOf(id, offset) {
  const [{ ids }] = await rowsOf('family', statements.family, [[id]]);
  const count = () => rowsOf('totalOfCategory', statements.totalOfCategory, [ids]);
  return [rowsOf('pageOfCategory', statements.pageOfCategory, [ids, 10, offset]), totalOf(id, count)];
}

/** @type {Map<string, { total: Promise<number>, counted: number }>} */
const totals = new Map();

/**
 * Returns a total that is counted once a second, like in Lectern for many rows.
 * @param {string} key
 * @param {() => Promise<any[]>} count
 */
export function totalOf(key, count) {
  const known = totals.get(key);
  if (known && performance.now() - known.counted < 1_000) return known.total;
  const total = count().then(([row]) => Number(row.total));
  totals.set(key, { total, counted: performance.now() });
  return total;
}

/** Reports the port of this server to the bench. @param {number} port */
export function report(port) {
  reportTo(`http://127.0.0.1:${port}`);
}
