// What all peers have in common: the statements, which are Lectern's own, a pool as large as Lectern's, and the way they
// report to the bench. None of it is on the way of a request but the statements themselves.
import { createHash } from 'node:crypto';
import pg from 'pg';
import { reportTo } from '../../support/report_cpu.mjs';

/** @typedef {{ text: string, values: unknown[] }} Query */
/** @type {Readonly<Record<'token' | 'level' | 'article' | 'page' | 'total' | 'insert' | 'inserted', Query>>} */
const statements = JSON.parse(process.argv[2] ?? '');

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });

/** The user whose token was sent, or undefined. @param {string | undefined} token */
export async function ownerOf(token) {
  if (!token) return undefined;
  const digest = createHash('sha256').update(token).digest('base64url');
  const { rows } = await pool.query(statements.token.text, [[digest], new Date(), false]);
  return rows[0];
}

/** @param {string} id */
export async function levelBy(id) {
  const { rows } = await pool.query(statements.level.text, [[id], ...statements.level.values.slice(1)]);
  return rows[0];
}

/** @param {string} id */
export async function articleBy(id) {
  const { rows } = await pool.query(statements.article.text, [[id], ...statements.article.values.slice(1)]);
  return rows[0];
}

/** Ten articles, and how many there are: that is counted once a second, as Lectern does. */
export async function page() {
  const [{ rows: data }, total] = await Promise.all([pool.query(statements.page), totalNow()]);
  return { data, paging: { total, offset: 0, limit: 10 } };
}

/** @type {Promise<number> | undefined} */
let known;
let counted = 0;

function totalNow() {
  if (known && performance.now() - counted < 1_000) return known;
  counted = performance.now();
  return (known = pool.query(statements.total).then(({ rows }) => Number(rows[0].total)));
}

/** Adds an article. @param {{ title: string }} input @param {string} userId */
export async function addArticle({ title }, userId) {
  const now = new Date();
  const { rows } = await pool.query(statements.insert.text, [now, now, 'published', title, now, userId]);
  const made = await pool.query(statements.inserted.text, [[rows[0].id], ...statements.inserted.values.slice(1)]);
  return made.rows[0];
}

/** Tells the bench where this peer listens. @param {number} port */
export function report(port) {
  reportTo(`http://127.0.0.1:${port}`);
}
