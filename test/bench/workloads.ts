import type { Kernel } from 'lectern/host';
import { sentBy, type Sent } from '../core/courses/support.ts';
import type { Place } from '../support/place.ts';
import { serveCrowded } from './crowded_platform.ts';
import { CROWD, type Question } from './measure.ts';

const SCALE = 100_000;
const OTHERS = 1_000;

/** What one server after the other is asked. */
export interface Workload extends Question {
  readonly name: string;
  /** CPU of the bare server against Lectern's, at least. */
  readonly aim: number;
}

/** A statement with the values that it was sent with. */
interface Query {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Lectern's own statements, which the peers send as well. */
export type PeerStatements = Readonly<
  Record<'token' | 'level' | 'article' | 'page' | 'total' | 'insert' | 'inserted', Query>
>;

const reader = '4';
const manager = '1';
const article = { title: 'Measured', content: 'Something to read.' };

/** What is asked, and what the peers are to ask the database for it. */
export interface Prepared {
  readonly workloads: readonly Workload[];
  readonly statements: PeerStatements;
}

/** Fills the database, and finds out what Lectern asks it. */
export async function prepareWorkloads(place: Place, articles = SCALE): Promise<Prepared> {
  const kernel = await serveCrowded(place, articles, Math.min(articles, OTHERS));
  try {
    const { tokens } = kernel.services;
    const headers = {
      reading: { 'X-Auth-Token': await tokens.issue(reader) },
      writing: { 'X-Auth-Token': await tokens.issue(manager), 'Content-Type': 'application/json' },
    };
    const ids = { levels: await addLevels(kernel), articles: await publishedArticles(kernel) };
    return { workloads: workloadsWith(headers, articles, ids), statements: await statementsOf(kernel, headers) };
  } finally {
    await kernel.stop();
  }
}

/** Of somebody who reads, and of somebody who may write. */
type Headers = Readonly<Record<'reading' | 'writing', Readonly<Record<string, string>>>>;

/** As many levels as there are clients, so that each can ask for another one. */
async function addLevels({ services: { database } }: Kernel): Promise<readonly string[]> {
  const sql = `insert into vip_levels (seq, name, description, month_price, year_price)
    select number, 'level ' || number, 'Membership level ' || number, 1000 * number, 10000 * number
    from generate_series(1, ?::integer) as number returning id`;
  const { rows } = await database.raw<{ id: string }>(sql, [CROWD]);
  return rows.map(({ id }) => id);
}

async function publishedArticles({ services: { database } }: Kernel): Promise<readonly string[]> {
  const published = database.table<{ id: string; status: string }>('articles').where('status', 'published');
  return published.orderBy('id').limit(CROWD).pluck('id');
}

function workloadsWith(
  { reading: headers, writing }: Headers,
  articles: number,
  ids: Readonly<Record<'levels' | 'articles', readonly string[]>>,
): Workload[] {
  const level = (client: number) => `/api/plugins/vip/vip_levels/${ids.levels[client % CROWD]}`;
  const articleOf = (client: number) => `/api/articles/${ids.articles[client % CROWD]}`;
  const next = () => ({ headers: writing, body: JSON.stringify(article) });
  return [
    { name: 'VIP level by id', path: level(0), pathOf: level, aim: 0.8 },
    { name: 'article by id, with token', path: articleOf(0), pathOf: articleOf, headers, aim: 0.9 },
    { name: `page of 10 of ${articles}, with total`, path: '/api/articles', headers, aim: 0.95 },
    { name: 'validated insert', path: '/api/articles', next, status: 201, aim: 0.9 },
    { name: 'unknown path, 404', path: '/api/nothing', status: 404, aim: 0.8 },
    { name: 'refused input, 422', path: '/api/plugins/vip/vip_courses?limit=x', status: 422, aim: 0.8 },
  ];
}

/** What one answer of each kind asks the database. */
async function statementsOf({ url }: Kernel, { reading, writing }: Headers): Promise<PeerStatements> {
  const sent = (path: string, options: RequestInit) =>
    sentBy(async () => {
      const answer = await fetch(`${url}/api${path}`, options);
      if (!answer.ok) throw new Error(await answer.text());
      await answer.text();
    });
  const levels = await sent('/plugins/vip/vip_levels/1', {});
  const one = await sent('/articles/100', { headers: reading });
  const list = await sent('/articles', { headers: reading });
  const post = await sent('/articles', { method: 'POST', headers: writing, body: JSON.stringify(article) });
  return {
    token: find(one, /user_tokens/),
    level: find(levels, /vip_levels/),
    article: find(one, /from "articles"/),
    page: find(list, /from "articles".*limit/s),
    total: find(list, /count\(\*\)/),
    insert: find(post, /^insert into "articles"/),
    inserted: find(post, /from "articles"/),
  };
}

function find(sent: readonly Sent[], pattern: RegExp): Query {
  const query = sent.find(({ text }) => pattern.test(text));
  if (!query) throw new Error(`No statement fits ${String(pattern)} among ${JSON.stringify(sent)}`);
  return query;
}
