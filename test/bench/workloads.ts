import type { Kernel } from 'lectern/host';
import { sentBy, type Sent } from '../core/platform/courses/support.ts';
import type { TestDatabase } from '../support/test_database.ts';
import { serveCrowded } from './crowded_platform.ts';
import type { Question } from './load.ts';
import { MEASURED } from './measured_articles.ts';

const SCALE = 100_000;
const OTHERS = 1_000;
const LEVELS = 1_000;
const READERS = 500;
const WRITERS = 20;
/** Number of different rows in the workloads of hot rows. */
const HOT = 10;
/** Number of clients for pages with a large offset, which take the database milliseconds. */
const FEW = 8;

/** Names of the workloads on the command line. */
export const workloadKeys = [
  ...(['level', 'level_hot', 'article', 'article_hot', 'page', 'category', 'offset'] as const),
  ...(['insert', 'insert_filed', '404', '422'] as const),
];

export type WorkloadKey = (typeof workloadKeys)[number];

/** A workload for all servers. */
export interface Workload extends Question {
  readonly key: WorkloadKey;
  readonly name: string;
  /** Minimum CPU time of the bare server divided by that of Lectern. */
  readonly aim: number;
  /** Difference of the other servers to Lectern. */
  readonly differs: string;
}

/** The statements of Lectern, which the compared servers send, too. */
export type PeerStatements = Readonly<
  Record<'token' | 'level' | 'article' | 'family' | 'page' | 'total' | 'pageOfCategory' | 'totalOfCategory', string>
>;

/** Workloads, and the statements for the compared servers. */
export interface Prepared {
  readonly workloads: readonly Workload[];
  readonly statements: PeerStatements;
}

type Headers = Readonly<Record<string, string>>;

/** Ids to request, and headers of users with the necessary permissions. */
interface Stock {
  readonly levels: readonly string[];
  readonly articles: readonly string[];
  /** Ids of each category and its descendants. */
  readonly families: readonly (readonly string[])[];
  readonly reading: readonly Headers[];
  readonly writing: readonly Headers[];
}

/** Fills the database, and records the statements of Lectern. */
export async function prepareWorkloads(place: TestDatabase, articles = SCALE): Promise<Prepared> {
  const kernel = await serveCrowded(place, articles, Math.min(articles, OTHERS));
  try {
    const stock = await stockOf(kernel);
    return { workloads: [...reads(stock), ...writes(stock)], statements: await statementsOf(kernel, stock) };
  } finally {
    await kernel.stop();
  }
}

async function stockOf(kernel: Kernel): Promise<Stock> {
  const { database } = kernel.services;
  const idsOf = async (sql: string, values: number[] = []) =>
    (await database.raw<{ id: string }>(sql, values)).rows.map(({ id }) => id);
  const levels = `insert into vip_levels (seq, name, description, month_price, year_price)
    select number, 'level ' || number, 'Membership level ' || number, 1000 * number, 10000 * number
    from generate_series(1, ?::integer) as number returning id`;
  const categories = await database.raw<{ family: string[] }>(`with recursive below (top, id) as (
      select id, id from article_categories
      union select top, child.id from below join article_categories as child on child.parent_id = below.id
    ) select array_agg(id::text order by id <> top) as family from below group by top order by min(id) filter (where id = top), top`);
  const json = { 'Content-Type': 'application/json' };
  const writing = await headersOf(kernel, '1', WRITERS);
  return {
    levels: await idsOf(levels, [LEVELS]),
    articles: await idsOf(`select id from articles where status = 'published'`),
    families: categories.rows.map(({ family }) => family),
    reading: await headersOf(kernel, '4', READERS),
    writing: writing.map((headers) => ({ ...headers, ...json })),
  };
}

/** Creates users with the roles of the user `like`. @returns their headers */
async function headersOf({ services: { database, tokens } }: Kernel, like: string, count: number): Promise<Headers[]> {
  const sql = `insert into users (nickname, uuid, roles) select nickname || ' ' || n, uuid || ' ' || n, roles
    from users, generate_series(1, ?::integer) as n where id = ? returning id`;
  const { rows } = await database.raw<{ id: string }>(sql, [count, like]);
  return Promise.all(rows.map(async ({ id }) => ({ 'X-Auth-Token': await tokens.issue(id) })));
}

const sharedStatements = 'the same statements; Lectern sends one for equal requests that arrive while another one runs';
const oneEach = 'bare + batch reads as many rows with a statement as Lectern, the others one row';

function reads({ levels, articles, families, reading }: Stock): Workload[] {
  const vip = '/api/plugins/vip/vip_levels';
  const rows = { aim: 2, differs: oneEach };
  const level = (ids: readonly string[]) => ({ path: `${vip}/${ids[0]}`, next: () => row(vip, anyOf(ids)) });
  const article = (ids: readonly string[]) => ({
    path: `/api/articles/${ids[0]}`,
    next: () => ({ ...row('/api/articles', anyOf(ids)), headers: anyOf(reading) }),
  });
  const page = (query: string) => ({ path: `/api/articles${query}`, aim: 1, differs: sharedStatements });
  const pages = (query: string) => () => ({
    path: `/api/articles${query}`,
    headers: anyOf(reading),
    isAnswer: (list: List) => isPage(list, articles.length),
  });
  const all = articles.length;
  const middle = `?offset=${Math.floor(all / 2)}`;
  const [someLevels, someArticles] = [spread(levels), spread(articles)];
  return [
    { key: 'level', name: `VIP level by id, of ${levels.length}`, ...rows, ...level(levels) },
    { key: 'level_hot', name: `VIP level by id, of ${HOT} hot ones`, ...rows, ...level(someLevels) },
    { key: 'article', name: `article by id, of ${all}, with token`, ...rows, aim: 2.5, ...article(articles) },
    { key: 'article_hot', name: `article by id, of ${HOT} hot ones`, ...rows, aim: 2.5, ...article(someArticles) },
    { key: 'page', name: `page of 10 of ${all}, with total`, ...page(''), next: pages('') },
    {
      key: 'category',
      name: 'page of 10 of a category, with total',
      ...page('?categoryId=1'),
      aim: 1.2,
      next: () => pageOfCategory(anyOf(families), anyOf(reading)),
    },
    {
      key: 'offset',
      name: `page of 10 from the middle of ${all}, ${FEW} at once`,
      atMost: FEW,
      ...page(middle),
      next: pages(middle),
    },
  ];
}

function row(resource: string, id: string) {
  return { path: `${resource}/${id}`, isAnswer: (found: { id: unknown }) => String(found.id) === id };
}

/** Checked part of an answer with a list. */
interface List {
  readonly data: readonly { readonly categoryId: unknown }[];
  readonly paging: { readonly total: number };
}

function isPage({ data, paging }: List, atLeast: number): boolean {
  return data.length === 10 && paging.total >= atLeast;
}

function pageOfCategory(family: readonly string[], headers: Headers) {
  const isAnswer = (list: List) =>
    isPage(list, 10) && list.data.every(({ categoryId }) => family.includes(String(categoryId)));
  return { path: `/api/articles?categoryId=${family[0]}`, headers, isAnswer };
}

function writes({ families, writing }: Stock): Workload[] {
  const add = { path: '/api/articles', status: 201, aim: 1 };
  const logged = 'Lectern sends the entry of the audit trail with COMMIT, the others within the same statement';
  const filed = `${logged}; for a new tag, Lectern sends more statements`;
  const refused = { aim: 0.95, differs: 'no log line, no metrics; no server queries the database' };
  const courses = '/api/plugins/vip/vip_courses';
  const next = (more: () => object) => () => newArticle(anyOf(writing), more());
  const withMore = () => ({ categoryId: anyOf(families)[0], tags: ['news', 'exam', `topic ${random(200)}`] });
  return [
    { key: 'insert', name: 'insert, all fields', ...add, differs: logged, next: next(() => ({})) },
    {
      key: 'insert_filed',
      name: 'insert, with category and tags',
      ...add,
      differs: filed,
      next: next(withMore),
    },
    { key: '404', name: 'unknown path, 404', path: '/api/nothing', status: 404, ...refused },
    { key: '422', name: 'refused input, 422', path: `${courses}?limit=x`, status: 422, ...refused },
  ];
}

const body = `<p>${'A sentence of an article. '.repeat(40)}</p>`;
const addresses = {
  sourceUrl: 'https://example.com/source',
  thumb: 'https://example.com/thumb.jpg',
  originalThumb: 'https://example.com/original.jpg',
  picture: 'https://example.com/picture.jpg',
};
const rest = { body, source: 'Lectern', ...addresses, status: 'published', featured: 0, promoted: 1, sticky: 0 };
let added = 0;

function newArticle(headers: Headers, more: { readonly categoryId?: string; readonly tags?: readonly string[] }) {
  const sent = { title: `${MEASURED} ${added++}`, ...rest, ...more };
  const { title, categoryId = '0', tags = [] } = sent;
  const isAnswer = (made: { title: string; body: string; categoryId: unknown; tags: readonly string[] }) =>
    made.title === title &&
    made.body === body &&
    String(made.categoryId) === categoryId &&
    [...made.tags].sort().join() === [...tags].sort().join();
  return { path: '/api/articles', headers, body: JSON.stringify(sent), isAnswer };
}

function random(below: number): number {
  return Math.floor(Math.random() * below);
}

function anyOf<T>(all: readonly T[]): T {
  return all[random(all.length)] as T;
}

/** Returns a few ids, spread evenly over all. */
function spread(ids: readonly string[]): readonly string[] {
  const step = Math.max(1, Math.floor(ids.length / HOT));
  return ids.filter((_id, index) => index % step === 0).slice(0, HOT);
}

/** Returns the statements for one answer of each kind. */
async function statementsOf({ url }: Kernel, { reading, levels, articles }: Stock): Promise<PeerStatements> {
  const sent = (path: string, headers: Headers = {}) =>
    sentBy(async () => {
      const answer = await fetch(`${url}/api${path}`, { headers });
      if (!answer.ok) throw new Error(await answer.text());
      await answer.text();
    });
  const level = await sent(`/plugins/vip/vip_levels/${levels[0]}`);
  const one = await sent(`/articles/${articles[0]}`, reading[0]);
  const list = await sent('/articles', reading[0]);
  const filed = await sent('/articles?categoryId=1', reading[0]);
  return {
    token: find(one, /user_tokens/),
    level: find(level, /vip_levels/),
    article: find(one, /from "articles"/),
    family: find(filed, /recursive/),
    page: find(list, /from "articles".*limit/s),
    total: find(list, /count\(\*\)/),
    pageOfCategory: find(filed, /from "articles".*limit/s),
    totalOfCategory: find(filed, /count\(\*\)/),
  };
}

function find(sent: readonly Sent[], pattern: RegExp): string {
  const query = sent.find(({ text }) => pattern.test(text));
  if (!query) throw new Error(`No statement matches ${String(pattern)}; Lectern has sent ${JSON.stringify(sent)}`);
  return query.text;
}
