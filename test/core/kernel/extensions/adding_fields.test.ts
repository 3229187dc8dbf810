import { expect } from 'chai';
import type { Files } from '../../../support/installation.ts';
import { installations } from '../boot/support.ts';
import { adding, counting, library, resolved } from './library.ts';

describe('Added fields', () => {
  const install = installations();
  const serve = (...plugins: Files[]) => install(Object.assign({}, library, ...plugins)).serve();
  beforeEach(() => resolved());

  const sizes = adding('sizes', counting('size'));
  const lengths = adding('lengths', counting('length'));

  it('are computed by one call of their resolver per page', async () => {
    const { api } = await serve(sizes);
    const { body } = await api.get('/api/books').expect(200);
    expect(body.data.map(({ id, size }: { id: string; size: number }) => [id, size])).to.deep.equal([
      ['1', 6],
      ['2', 6],
      ['3', 6],
    ]);
    expect(resolved()).to.deep.equal([['size', 3]]);
  });

  for (const [address, place, find] of [
    ['/lists', 'a list', (body: never) => body[0]],
    ['/shelves', 'a nested list', (body: { books: unknown[] }) => body.books[1]],
    ['/shelves', 'an object in an object', (body: { first: { book: [] } }) => body.first.book],
    ['/choices', 'a choice', (body: never) => body],
    ['/records', 'a record', (body: { one: [] }) => body.one],
  ] as const) {
    it(`appear in ${place}`, async () => {
      const { api } = await serve(sizes);
      const { body } = await api.get(`/api${address}`).expect(200);
      expect(find(body as never)).to.include({ size: 6 });
      expect(resolved()).to.have.length(1);
    });
  }

  it('appear in the answer of an operation that creates an object', async () => {
    const { api } = await serve(sizes);
    const { body } = await api.post('/api/books').send({}).expect(201);
    expect(body).to.include({ id: '9', size: 6 });
  });

  it('appear in the mode that they extend and in later modes', async () => {
    const entry = (mode: string) =>
      `fame: extendShape(author, '${mode}', () => ({ fields: { fame: field.text('Fame.') }, resolve: (all) => all.map(({ id }) => ({ fame: 'of ' + id })) })),`;
    const simple = await serve(adding('fame', entry('simple')));
    await simple.api.get('/api/authors').expect(200, { id: '10', name: 'Ann', fame: 'of 10' });
    expect((await simple.api.get('/api/books/1')).body.author).to.deep.equal({ id: '10', fame: 'of 10' });
    const full = await serve(adding('fame', entry('full')));
    await full.api.get('/api/authors').expect(200, { id: '10', name: 'Ann', fame: 'of 10' });
    expect((await full.api.get('/api/books/1')).body.author).to.deep.equal({ id: '10' });
  });

  it('call no resolver if `fields` omits them or the answer has no objects', async () => {
    const { api } = await serve(sizes, lengths);
    await api.get('/api/books/1?fields=id').expect(200, { id: '1' });
    await api.get('/api/shelves?fields=first.none').expect(200, {});
    await api.get('/api/empty').expect(200, []);
    expect(resolved()).to.deep.equal([]);
    await api.get('/api/books/1?fields=id,size').expect(200, { id: '1', size: 6 });
    expect(resolved()).to.deep.equal([['size', 1]]);
  });

  it('appear only where `fields` names them if declared with `onRequest`', async () => {
    const { api } = await serve(adding('sizes', counting('size', 'onRequest: true,')), lengths);
    const plain = { id: '1', title: 'Book 1', author: { id: '10' }, length: 6 };
    await api.get('/api/books/1').expect(200, plain);
    await api.post('/api/books?fields=size').expect(201, { ...plain, id: '9', title: 'Book 9', author: { id: '90' } });
    expect(resolved()).to.deep.equal([
      ['length', 1],
      ['length', 1],
    ]);
    await api.get('/api/books/1?fields=id,size').expect(200, { id: '1', size: 6 });
    const { body } = await api.get('/api/openapi.json');
    const { properties, required } = body.components.schemas.Book;
    expect(properties.size.description).to.match(/^Length of the title\. Only .*`fields`\.$/);
    expect(required).to.include('length').and.not.include('size');
  });

  it('pass the call of the operation to their resolver', async () => {
    const entry = `asked: extendShape(book, 'public', () => ({ fields: { asked: field.text('Version.') }, 
      resolve: async (books, { version, params }) => books.map(() => ({ asked: version + ' ' + params.id })),
    })),`;
    const { api } = await serve(adding('asking', entry));
    expect((await api.get('/api/books/7')).body.asked).to.equal('2 7');
  });

  it('appear in the OpenAPI document with their module, and in examples of the shape', async () => {
    const example = { id: '1', title: 'Faust', author: null };
    const { api } = await serve(sizes, {
      'core/library/examples.json': JSON.stringify({ schemas: { Book: example } }),
    });
    const { body } = await api.get('/api/openapi.json');
    expect(body.components.schemas.Book.examples).to.deep.equal([{ ...example, size: null }]);
    expect(body.components.schemas.Book.properties.size).to.deep.equal({
      type: ['integer', 'null'],
      description: 'Length of the title.',
      'x-origin': { layer: 'plugins', module: 'sizes', file: 'plugins/sizes/services.js' },
    });
    expect(body.components.schemas.Book.required).to.include('size');
    expect(body.components.schemas.Shelf.properties.books.items.properties).to.include.keys('size');
  });

  it('are absent from answers and OpenAPI document while their plugin is disabled', async () => {
    const place = install({ ...library, ...sizes });
    const { api } = await place.serve({ config: { plugins: { disabled: ['sizes'] } } });
    await api.get('/api/books/2').expect(200, { id: '2', title: 'Book 2', author: null });
    expect((await api.get('/api/openapi.json')).body.components.schemas.Book.properties).to.not.include.keys('size');
  });
});
