import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { runCommand } from '../../../support/command.ts';
import { filesOf } from '../../../support/documents.ts';
import { projectRoot, startPlatform } from '../../../support/platform.ts';
import { started } from '../../../support/started.ts';
import { runBuilt } from '../../cli/built_program.ts';
import { complaints } from './compiled.ts';
import { mistakes } from './mistakes.ts';

/** Code that uses the client, without casts. */
const use = `
import { CallFailure, connect, type ClientOptions } from './client.ts';

export async function errors(options: ClientOptions): Promise<string[]> {
  const api = connect(options);
  const missing = await api.get('/api/articles/{id}', { path: { id: '999999' } });
  const seen: string[] = [];
  if (!missing.ok) {
    switch (missing.error.code) {
      case 10: {
        const status: 404 = missing.error.status;
        seen.push(\`\${status} \${missing.error.message}\`);
        break;
      }
      // @ts-expect-error -- the operation has no such code
      case 2003:
        break;
      case null:
        seen.push('not of the API');
    }
  }
  const wrong = await api.get('/api/articles', { query: { limit: -1 } });
  if (!wrong.ok && wrong.error.code === 9) seen.push(...(wrong.error.details ?? []).map(({ field }) => field));
  return seen;
}

export async function foreign(options: ClientOptions) {
  const answer = await connect(options).get('/api/articles/{id}', { path: { id: '1' } });
  return answer.ok ? 'fine' : [answer.error.code, answer.error.status];
}

export async function lists(options: ClientOptions) {
  const api = connect(options);
  const articles: string[] = [];
  for await (const article of api.each('/api/articles', { query: { limit: 7 } })) articles.push(article.id);
  const categories: string[] = [];
  for await (const category of api.each('/api/article_categories', { query: { limit: 2 } })) categories.push(category.name);
  const courses: string[] = [];
  for await (const course of api.each('/api/plugins/vip/vip_courses', { query: { limit: 5 } })) courses.push(course.title);
  const levels: string[] = [];
  for await (const level of api.each('/api/plugins/vip/vip_levels')) levels.push(level.name);
  // @ts-expect-error -- no list
  api.each('/api/user/info');
  // @ts-expect-error -- the iterator sets the position
  api.each('/api/articles', { query: { after: '' } });
  return { articles, categories, courses, levels };
}

export async function refusedList(options: ClientOptions): Promise<number | null | undefined> {
  try {
    for await (const article of connect(options).each('/api/articles', { query: { limit: -1 } })) article.id.trim();
    return undefined;
  } catch (error) {
    if (error instanceof CallFailure) return error.failure.code;
    throw error;
  }
}

export async function order(options: ClientOptions, key?: string): Promise<string> {
  const made = await connect(options).post('/api/orders', {
    body: { targetType: 'course', targetId: '30' },
    ...(key !== undefined && { header: { 'Idempotency-Key': key } }),
  });
  return made.ok ? made.data.sn : made.error.message;
}

export const article = (options: ClientOptions, signal?: AbortSignal) =>
  connect(options).get('/api/articles/{id}', { path: { id: '1' }, ...(signal && { signal }) });
export const token = (options: ClientOptions) => connect(options).post('/api/tokens');
`;

/** Code that uses the client of version 1. */
const useFormer = `
import { connect, type ClientOptions } from './former.ts';

export async function titles(options: ClientOptions): Promise<{ first: string[]; all: string[] }> {
  const api = connect(options);
  const page = await api.get('/api/articles', { query: { limit: 2 } });
  const all: string[] = [];
  for await (const article of api.each('/api/articles', { query: { limit: 7 } })) all.push(article.title);
  return { first: page.ok ? page.data.resources.map((article) => article.title) : [], all };
}
`;

interface Options {
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly retries?: number;
  readonly fetch?: typeof fetch;
}

type Answered = { readonly ok: boolean; readonly status: number };

interface Used {
  errors(options: Options): Promise<string[]>;
  foreign(options: Options): Promise<unknown>;
  lists(options: Options): Promise<Record<'articles' | 'categories' | 'courses' | 'levels', string[]>>;
  refusedList(options: Options): Promise<number | undefined>;
  order(options: Options, key?: string): Promise<string>;
  article(options: Options, signal?: AbortSignal): Promise<Answered>;
  token(options: Options): Promise<Answered>;
}

describe('The client of lectern client', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-client-'));
  const file = (name: string) => join(folder, name);
  const platform = started(() => startPlatform());
  let used: Used;
  let student: Options;

  before(async () => {
    student = { baseUrl: platform.url, headers: await platform.as('student') };
    // Written by the program that users run: bundling must not have touched the text.
    const written = await runBuilt(projectRoot, ['client', '--out', file('client.ts')]);
    expect(written.code, written.err).to.equal(0);
    const former = await runCommand(projectRoot, 'client', '--out', file('former.ts'), '--api-version', '1');
    expect(former.code, former.err).to.equal(0);
    const { 'buy.ts': buy = '' } = filesOf('docs/http.md');
    writeFileSync(file('package.json'), '{"type":"module"}');
    writeFileSync(file('use.ts'), use);
    writeFileSync(file('mistakes.ts'), mistakes);
    writeFileSync(file('use_former.ts'), useFormer);
    writeFileSync(file('buy.ts'), buy.replace('lectern_client', 'client'));
    used = (await import(pathToFileURL(file('use.ts')).href)) as Used;
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** Replaces the first calls by the given answers and errors, sends later ones, and records the keys. */
  const unsteady = (...first: (Response | Error)[]) => {
    const keys: (string | null)[] = [];
    const send: typeof fetch = async (url, init) => {
      keys.push(new Headers(init?.headers).get('idempotency-key'));
      const given = first.shift();
      if (given instanceof Error) {
        // The server carries the request out, and its answer is lost.
        await fetch(url, init);
        throw given;
      }
      return given ?? fetch(url, init);
    };
    return { options: { ...student, fetch: send }, keys };
  };
  const busy = (wait: string) => new Response('', { status: 503, headers: { 'Retry-After': wait } });

  it('compiles with strict options in both versions, and so does the example of docs/http.md', () => {
    expect(complaints(['use.ts', 'mistakes.ts', 'use_former.ts', 'buy.ts'].map(file))).to.deep.equal([]);
  });

  it('is printed as text or as JSON', async () => {
    const plain = await runCommand(projectRoot, 'client');
    expect(plain.out).to.equal(readFileSync(file('client.ts'), 'utf8'));
    const json = await runCommand(projectRoot, 'client', '--json');
    expect(JSON.parse(json.out)).to.deep.equal({ client: plain.out });
  });

  it('runs the example of docs/http.md', async () => {
    const { buy } = (await import(pathToFileURL(file('buy.ts')).href)) as {
      buy: (url: string, token: string) => Promise<string>;
    };
    expect(await buy(platform.url, student.headers['X-Auth-Token']!)).to.match(/^\d{19,}$/);
  });

  it('selects the API version with each call', async () => {
    const { titles } = (await import(pathToFileURL(file('use_former.ts')).href)) as {
      titles: (options: Options) => Promise<{ first: string[]; all: string[] }>;
    };
    const { first, all } = await titles(student);
    expect(first).to.have.length(2);
    expect(all.slice(0, 2)).to.deep.equal(first);
    expect(all).to.have.length((await used.lists(student)).articles.length);
  });

  it('returns errors by code', async () => {
    expect(await used.errors(student)).to.deep.equal(['404 There is no such article.', 'limit']);
    const { options } = unsteady(new Response('<h1>Bad gateway</h1>', { status: 502 }));
    expect(await used.foreign({ ...options, retries: 0 })).to.deep.equal([null, 502]);
  });

  it('iterates over lists: with a cursor, with an offset, bare arrays, and without pages', async () => {
    const { articles, categories, courses, levels } = await used.lists(student);
    const all = await platform.api.get('/api/articles?limit=100').set(student.headers);
    expect(articles).to.deep.equal((all.body as { data: { id: string }[] }).data.map(({ id }) => id));
    expect(categories).to.have.length(8);
    expect(new Set(categories).size).to.equal(8);
    expect(courses).to.have.length(24);
    expect(levels).not.to.deep.equal([]);
    expect(await used.refusedList(student)).to.equal(9);
  });

  it('repeats a read after transient errors, up to its limit', async () => {
    const passing = unsteady(busy('0'), new TypeError('fetch failed'));
    expect(await used.article(passing.options)).to.deep.include({ ok: true });
    expect(passing.keys).to.deep.equal([null, null, null]);
    const lasting = unsteady(busy('0'), busy('0'), busy('0'));
    expect(await used.article(lasting.options)).to.deep.include({ status: 503 });
    const long = unsteady(busy('1200'));
    expect(await used.article(long.options)).to.deep.include({ status: 503 });
    expect(long.keys).to.have.length(1);
  });

  it('repeats a write with the same idempotency key, so that it runs once', async () => {
    const count = async () => Number((await platform.services.database.table('orders').count())[0]?.['count']);
    const before = await count();
    const { options, keys } = unsteady(new TypeError('fetch failed'));
    expect(await used.order(options)).to.match(/^\d{19,}$/);
    expect(keys).to.have.length(2);
    expect(keys[0]).to.be.a('string').and.equal(keys[1]);
    expect(await count()).to.equal(before + 1);
    expect(await used.order(student, 'my-key')).to.equal(await used.order(student, 'my-key'));
  });

  it('does not repeat a write without an idempotency key', async () => {
    const { options, keys } = unsteady(busy('0'));
    expect(await used.token(options)).to.deep.include({ status: 503 });
    expect(keys).to.deep.equal([null]);
  });

  it('aborts a request and a pause by the signal', async () => {
    const named = (error: unknown) => (error as Error).name;
    expect(await used.article(student, AbortSignal.abort()).catch(named)).to.equal('AbortError');
    const controller = new AbortController();
    const send: typeof fetch = async () => {
      queueMicrotask(() => controller.abort());
      return busy('29');
    };
    expect(await used.article({ ...student, fetch: send }, controller.signal).catch(named)).to.equal('AbortError');
  });
});
