import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { runCommand } from '../../../support/command.ts';
import { complaints } from '../client/compiled.ts';
import { Installation, manifest } from '../../../support/installation.ts';
import { projectRoot } from '../../../support/platform.ts';

const books = `
import { accepts, creates, defineFailures, fails, field, input, open, pageOf, paging, resource, returns, shape } from 'lectern';

const failures = defineFailures({ noSuchBook: [10, 404, 'There is no such book.'] });
const book = shape('Book').mode('public', { id: field.intString('Id.'), title: field.text('Title.') });

@resource('/books')
export default class Books {
  @open
  @accepts({ tags: input.optional(input.list(input.text())), ...paging })
  @returns(pageOf(book), 'public')
  search({ input: { tags = [], limit } }: { input: { tags?: string[]; limit: number } }) {
    return { data: tags.map((title, index) => ({ id: String(index + 1), title })).slice(0, limit), total: tags.length };
  }

  @open @fails(failures.noSuchBook)
  @returns(book, 'public')
  get({ params }: { params: { id: string } }) {
    if (params.id === '404') throw failures.noSuchBook();
    return { id: params.id, title: 'Faust' };
  }

  @open @creates @accepts({ title: input.text({ maxLength: 19 }) })
  @returns(book, 'public')
  add({ input }: { input: { title: string } }) { return { id: '7', title: input.title }; }

  @returns(book, 'public')
  remove({ params }: { params: { id: string } }) { return { id: params.id, title: 'Faust' }; }
}`;

/** Code that uses the client. The compiler has to find an error at each `@ts-expect-error`. */
const use = `
import { connect } from './small.ts';
import { connect as connectPlatform } from './platform.ts';

export async function use(baseUrl: string) {
  const api = connect({ baseUrl, headers: { 'X-Trace': 'a' } });
  const one = await api.get('/api/books/{id}', { path: { id: '3' } });
  const missing = await api.get('/api/books/{id}', { path: { id: '404' } });
  const page = await api.get('/api/books', { query: { 'tags[]': ['Emma', 'Nana', 'Momo'], limit: 2 } });
  const all = await api.get('/api/books');
  const added = await api.post('/api/books', { body: { title: 'Émile & Co' } });
  const refused = await api.delete('/api/books/{id}', { path: { id: '3' } });
  const title: string = one.ok ? one.data.title : '';
  const titles: string[] = page.ok ? page.data.data.map((book) => book.title) : [];
  const reason: string | undefined = missing.ok ? '' : missing.error.message;
  return { title, titles, reason, status: missing.status, added, all, refused: refused.status };
}

export async function mistakes(api: ReturnType<typeof connect>, platform: ReturnType<typeof connectPlatform>) {
  // @ts-expect-error -- there is no such path
  await api.get('/api/boks');
  // @ts-expect-error -- the method is not there
  await api.patch('/api/books/{id}', { path: { id: '3' } });
  // @ts-expect-error -- the parameter is missing
  await api.get('/api/books/{id}');
  // @ts-expect-error -- the parameter has another name
  await api.get('/api/books/{id}', { path: { bookId: '3' } });
  // @ts-expect-error -- the query knows no such field
  await api.get('/api/books', { query: { limits: 2 } });
  // @ts-expect-error -- the field of the query has another type
  await api.get('/api/books', { query: { limit: true } });
  // @ts-expect-error -- the body is missing
  await api.post('/api/books', {});
  // @ts-expect-error -- the field of the body has another type
  await api.post('/api/books', { body: { title: 3 } });
  const one = await api.get('/api/books/{id}', { path: { id: '3' } });
  // @ts-expect-error -- it may have failed
  one.data;
  // @ts-expect-error -- the answer has no such field
  if (one.ok) one.data.author;
  const article = await platform.get('/api/articles/{id}', { path: { id: '1' } });
  if (article.ok) article.data.title.trim();
}
`;

interface Used {
  readonly use: (baseUrl: string) => Promise<Record<string, unknown>>;
}

describe('lectern client', () => {
  let installation: Installation;

  before(() => {
    installation = new Installation({
      'core/books/module.json': manifest('books'),
      'core/books/resources/books.ts': books,
      'use.ts': use,
    });
  });
  after(() => installation.clear());

  const file = (name: string) => join(installation.root, name);

  it('writes a client that compiles, and with which mistakes do not', async () => {
    const { code, out, err } = await runCommand(installation.root, 'client', '--out', file('small.ts'));
    expect({ code, out, err }).to.deep.equal({
      code: 0,
      out: '',
      err: `Wrote ${file('small.ts')}.\n`,
    });
    await runCommand(projectRoot, 'client', '--out', file('platform.ts'));
    expect(complaints([file('use.ts')])).to.deep.equal([]);
  });

  it('writes a client that sends parameters and bodies and returns failures', async () => {
    const { kernel } = await installation.serve();
    const { use: run } = (await import(pathToFileURL(file('use.ts')).href)) as Used;
    const { added, all, ...rest } = await run(`${kernel.url}/`);
    expect(rest).to.deep.equal({
      title: 'Faust',
      titles: ['Emma', 'Nana'],
      reason: 'There is no such book.',
      status: 404,
      refused: 401,
    });
    expect(added).to.deep.include({ ok: true, status: 201, data: { id: '7', title: 'Émile & Co' } });
    expect(all).to.have.nested.property('data.paging.total', 0);
  });

  it('prints the client as text or as JSON', async () => {
    const plain = await runCommand(installation.root, 'client');
    expect(plain.out).to.equal(readFileSync(file('small.ts'), 'utf8'));
    const json = await runCommand(installation.root, 'client', '--json');
    expect(JSON.parse(json.out)).to.deep.equal({ client: plain.out });
  });
});
