import { expect } from 'chai';
import type { Files } from '../../../support/installation.ts';
import { installations } from '../../kernel/boot/support.ts';
import { adding, counting, library, resolved } from '../../kernel/extensions/library.ts';

const place = '/api/books/2';
const plain = { id: '2', title: 'Book 2', author: null };

/** A plugin with a field whose resolver has this body. */
const faulty = (resolve: string, options = ''): Files =>
  adding(
    'faulty',
    `score: extendShape(book, 'public', () => ({ fields: { score: field.int('Score.') }, ${options} resolve: ${resolve} })),`,
  );

describe('A resolver of added fields', () => {
  const install = installations();
  beforeEach(() => resolved());

  async function serve(plugin: Files, guard: object = {}, log: object = {}) {
    const installation = install({ ...library, ...adding('sizes', counting('size')), ...plugin });
    const { api } = await installation.serve({ config: { guard, log } });
    const logged = () => installation.logs.map((line) => JSON.parse(line));
    const problems = () => logged().filter(({ level }) => level === 50);
    const lines = (text: string) => logged().filter(({ msg }) => msg.includes(text));
    return { api, problems, lines };
  }

  for (const [what, resolve, reason] of [
    ['throws', `() => { throw new Error('no luck'); }`, 'no luck'],
    ['rejects', `async () => { throw new Error('no luck'); }`, 'no luck'],
    ['throws something other than an Error', `() => { throw 5; }`, 'something other than an Error was thrown (5)'],
    ['returns no list', `() => 5`, 'it returned a value of the type number for 1 objects'],
    ['returns too few values', `() => []`, 'it returned a list of 0 for 1 objects'],
    ['returns no object', `() => [null]`, 'expected the object Book, got null'],
    ['leaves out a value', `() => [{}]`, 'the field "score" of Book cannot be written: the value is missing'],
    ['returns a value of another type', `() => [{ score: 'high' }]`, 'the field "score" of Book cannot be written'],
  ] as const) {
    it(`that ${what} yields null and one log line naming plugin and field`, async () => {
      const { api, problems } = await serve(faulty(resolve));
      await api
        .get(place)
        .set('X-Request-Id', 'one')
        .expect(200, { ...plain, score: null, size: 6 });
      expect(problems()).to.have.length(1);
      const [line] = problems();
      expect(line).to.include({ module: 'faulty', reqId: 'one', route: '/books/{id}' });
      expect(line.msg).to.include('added field score of Book');
      expect(line.err.message).to.include(reason);
    });
  }

  it('answers the failure that it throws if `onError` is "fail"', async () => {
    const failure = `(books, call) => { call.reply.header('X-Tried', '1'); throw standardFailures.badRequest(); }`;
    const plugin = faulty(failure, `onError: 'fail',`);
    const file = 'plugins/faulty/services.js';
    const text = `import { standardFailures } from 'lectern'; ${plugin[file] ?? ''}`;
    const { api } = await serve({ ...plugin, [file]: text });
    await api.get(place).expect(400);
  });

  const never = '() => new Promise(() => {})';

  it('answers 503 after its deadline if `onError` is "fail"', async () => {
    const { api, lines } = await serve(faulty(never, `onError: 'fail',`), { deadlineMs: 60 });
    await api.get(place).expect(503);
    expect(lines('request').at(-1)).to.include({ status: 503, module: 'faulty' });
    const late = lines('the resolver of the added field score of Book of module faulty did not answer within 60 ms');
    expect(late.map(({ module, route }) => [module, route])).to.deep.equal([['faulty', '/books/{id}']]);
  });

  it('that fails the request is logged with the module of the resolver', async () => {
    const { api, lines } = await serve(faulty(`() => { throw new Error('no luck'); }`, `onError: 'fail',`));
    await api.get(place).expect(500);
    expect(lines('the request failed')[0]).to.include({ module: 'faulty', route: '/books/{id}' });
    expect(lines('request').at(-1)).to.include({ status: 500, module: 'faulty' });
  });

  for (const [what, thrown] of [
    ['an error', `new Error('no luck')`],
    ['an internal failure', 'standardFailures.internal()'],
  ] as const) {
    it(`that fails requests with ${what} opens only the breaker of its plugin`, async () => {
      const plugin = faulty(`() => { throw ${thrown}; }`, `onError: 'fail',`);
      const file = 'plugins/faulty/services.js';
      const text = `import { standardFailures } from 'lectern'; ${plugin[file] ?? ''}`;
      const breaker = { failures: 2, windowSeconds: 60, pauseSeconds: 60 };
      const { api, lines } = await serve({ ...plugin, [file]: text }, { breaker });
      for (const status of [500, 500, 503]) await api.get(place).expect(status);
      expect(lines('out of service').map(({ module }) => module)).to.deep.equal(['faulty']);
    });
  }

  it('that is slow is named in the log line of the slow request', async () => {
    const slow = '(books) => new Promise((resolve) => setTimeout(resolve, 60, books.map(() => ({ score: 1 }))))';
    const { api, lines } = await serve(faulty(slow), {}, { slowRequestMs: 40 });
    await api.get(place).expect(200);
    const [line] = lines('a request took');
    expect(line.msg).to.match(/; \d+ ms of it in the resolver of the added field score of Book of module faulty$/);
    expect(line).to.include({ module: 'library' });
    expect(line.part).to.deep.include({ module: 'faulty', file: 'plugins/faulty/services.js' });
  });

  it('is not called while the breaker of its plugin is open', async () => {
    const tried = `(books) => { globalThis.resolved.push('tried'); throw new Error('no luck'); }`;
    const breaker = { failures: 2, windowSeconds: 60, pauseSeconds: 60 };
    const { api, problems } = await serve(faulty(tried), { breaker });
    resolved();
    for (let count = 0; count < 4; count++) await api.get(place).expect(200, { ...plain, score: null, size: 6 });
    expect(resolved().filter((one) => one === 'tried')).to.have.length(2);
    expect(problems().filter(({ msg }) => msg.includes('out of service'))).to.have.length(1);
  });
});
