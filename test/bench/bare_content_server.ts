import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { reportTo } from '../support/report_cpu.mjs';

/** A statement with its values. */
interface Query {
  readonly text: string;
  readonly values: unknown[];
}

/** The statements of one answer, as Lectern sends them. */
export interface BareStatements {
  /** Finds the owner of a token by its digest. */
  readonly token?: Query | undefined;
  readonly rows: Query;
  /** Counted once a second, as Lectern does. */
  readonly total?: Query | undefined;
}

// As many connections as Lectern opens.
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const { token, rows, total } = JSON.parse(process.argv[2] ?? '') as BareStatements;
let known: Promise<number> | undefined;
let counted = 0;

const server = createServer((request, response) => {
  void answer(request).then((value) => {
    const body = JSON.stringify(value ?? { error: 'not allowed' });
    response.writeHead(value ? 200 : 401, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
    });
    response.end(body);
  });
});

async function answer({ headers }: IncomingMessage): Promise<object | undefined> {
  if (token && !(await owns(token, String(headers['x-auth-token'])))) return undefined;
  if (!total) return (await pool.query(rows)).rows[0] as object;
  const [page, size] = await Promise.all([pool.query(rows), sizeOf(total)]);
  return { data: page.rows, paging: { total: size, offset: 0, limit: 10 } };
}

async function owns({ text }: Query, sent: string): Promise<boolean> {
  const digest = createHash('sha256').update(sent).digest('base64url');
  return (await pool.query({ text, values: [[digest], new Date(), false] })).rows.length === 1;
}

function sizeOf(query: Query): Promise<number> {
  if (known && performance.now() - counted < 1_000) return known;
  counted = performance.now();
  return (known = pool.query(query).then((result) => Number((result.rows as [{ total: string }])[0].total)));
}

server.listen(0, '127.0.0.1', () => {
  reportTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
