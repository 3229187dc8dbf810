import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { Installation, manifest, type Files } from '../../../support/installation.ts';
import { adding, counting, library } from '../../hosting/added_fields/library.ts';
import { live, type LivePlace } from '../../../support/live.ts';
import { base, opened } from '../boot/things.ts';
import { opening } from '../boot/support.ts';
import { customTyped, script, typed } from './chains.ts';

const DEADLINE_MS = 60;

interface Orders {
  readonly after?: readonly string[];
  readonly options?: string;
}

/** A plugin in JavaScript that overrides an operation of the library, and answers its own name. */
function taking(name: string, address: string, { options = '', ...orders }: Orders = {}): Files {
  return {
    [`plugins/${name}/module.json`]: manifest(name, { mounts: [address], ...orders }),
    [`plugins/${name}/resources/taken.js`]: `${opening}
      export default defineResource('${address}', { ${options} search: { returns: [raw], run: () => '${name}' } });`,
  };
}

/** A plugin in TypeScript that adds a field to books. */
function addingTyped(name: string, value: string): Files {
  return {
    [`plugins/${name}/module.json`]: manifest(name),
    [`plugins/${name}/services.ts`]: `
      import { extendShape, field } from 'lectern';
      import { book } from '../../core/library/shapes/book.js';
      export default { ${name}: extendShape(book, 'public', () => ({
        fields: { ${name}: field.text('A text.') },
        resolve: (books: readonly { title: string }[]) => books.map(({ title }) => ({ ${name}: '${value} ' + title })),
      })) };`,
  };
}

/** A field of books whose resolver has this body. */
const failing = (name: string, resolve: string, options = '') =>
  adding(
    name,
    `${name}: extendShape(book, 'public', () => ({ fields: { ${name}: field.int('A number.') }, ${options} resolve: ${resolve} })),`,
  );

const between: Files = {
  'plugins/between/module.json': manifest('between', { after: ['a'], before: ['c'] }),
  'plugins/between/services.ts': `
    import { contributes, type OpenCall, type OperationHook } from 'lectern';
    class Between implements OperationHook {
      readonly address = '/things/{id}';
      readonly operation = 'get';
      after({ reply }: OpenCall, result: unknown) { reply.header('X-Whole', (result as { text: string }).text); }
    }
    export default { between: contributes('operationHooks', Between) };`,
};

const chain: Files = {
  ...script('a'),
  ...typed('b', { after: ['a'] }),
  ...script('c', { after: ['a', 'b', 'disabled', 'broken'] }),
  ...script('disabled', { after: ['b'] }),
  ...script('broken', { after: ['b'] }),
  'plugins/broken/services.js': 'export default (',
  ...between,
  ...customTyped(),
};

const fields: Files = {
  ...adding('sizes', counting('size')),
  ...addingTyped('fame', 'famous'),
  ...failing('unlucky', `() => { throw new Error('no luck'); }`),
  ...failing('strict', `() => { throw new Error('no luck'); }`, `onError: 'fail', onRequest: true,`),
  ...failing('slow', '() => new Promise(() => {})'),
};

const conflicts: Files = {
  ...taking('first', '/lists'),
  ...taking('second', '/lists', { after: ['missing'] }),
  ...taking('hen', '/empty', { after: ['egg'] }),
  ...taking('egg', '/empty', { after: ['hen'] }),
  ...taking('licence', '/authors', { options: `final: 'it checks the licence',` }),
  'plugins/unlicensed/module.json': manifest('unlicensed', { mounts: ['/authors'], after: ['licence'] }),
  'plugins/unlicensed/resources/authors.ts': `${opened}
    @resource('/authors') export default class Authors { @returns(raw) search() { return 'unlicensed' as never; } }`,
};

describe('Plugins that compose in one installation', () => {
  const installation = new Installation({ ...base, ...library, ...chain, ...fields, ...conflicts });
  const config = { guard: { deadlineMs: DEADLINE_MS }, plugins: { disabled: ['disabled'] } };
  const whole = 'core gets 7 a b c custom';
  const book = { id: '2', title: 'Book 2', author: null, fame: 'famous Book 2', size: 6, slow: null, unlucky: null };
  let place: LivePlace;

  before(async () => {
    place = await live(installation, { config });
  });
  after(() => installation.clear());

  const reasonFor = (name: string) => place.kernel.failedPlugins.find(({ module }) => module === name)?.reason;

  it('form a chain without disabled and failed links, inside an operation hook', async () => {
    await place.api.get('/api/things/7').expect(200, { text: whole }).expect('X-Whole', whole);
    expect(reasonFor('broken')).to.include('plugins/broken/services.js');
    expect(place.kernel.failedPlugins.map(({ module }) => module)).to.not.include('disabled');
  });

  it('add fields to one shape, with null and a log line for failed resolvers', async () => {
    await place.api.get('/api/books/2').set('X-Request-Id', 'shared').expect(200, book);
    const errors = installation.logs
      .map((line) => JSON.parse(line))
      .filter(({ level, reqId }) => level === 50 && reqId === 'shared');
    expect(errors).to.have.length(2);
    for (const [module, message] of [
      [
        'unlucky',
        'module unlucky: the resolver of the added field unlucky of Book failed; these fields are null in the answer',
      ],
      ['slow', `the resolver of the added field slow of Book of module slow did not answer within ${DEADLINE_MS} ms`],
    ] as const) {
      const line = errors.find((one) => one.module === module);
      expect(line).to.include({ route: '/books/{id}' });
      expect(line.msg).to.include(message);
    }
    const { text } = await place.api.get('/metrics');
    expect(text).to.include('lectern_faults_total{module="slow",kind="deadline"} 1');
  });

  it('fail the request if a resolver with onError "fail" throws', async () => {
    await place.api.get('/api/books/2?fields=id,strict').expect(500);
    const { components } = (await place.api.get('/api/openapi.json')).body;
    expect(components.schemas.Book.properties.strict.type).to.equal('integer');
  });

  it('need an order between overrides, or the later fails with the fix', async () => {
    expect(reasonFor('second')).to.equal(
      'plugins/second/resources/taken.js: search at /lists is already served by plugins/first/resources/taken.js; no order between "first" and "second" is declared. Write "after": ["missing","first"] in plugins/second/module.json to override it, "before": ["first"] for the opposite order, or change one of the addresses.',
    );
    await place.api.get('/api/lists').expect(200, '"first"');
  });

  it('that order each other in a cycle run except one, which names the cycle', async () => {
    expect(reasonFor('egg')).to.include('have to start before each other: egg -> hen -> egg');
    expect(reasonFor('hen')).to.equal(undefined);
    await place.api.get('/api/empty').expect(200, '"hen"');
  });

  it('cannot override a final link, whose reason is named', async () => {
    expect(reasonFor('unlicensed')).to.equal(
      'plugins/unlicensed/resources/authors.ts: Authors.search overrides plugins/licence/resources/taken.js, which is final: it checks the licence; remove the override, or disable licence.',
    );
    await place.api.get('/api/authors').expect(200, '"licence"');
  });

  it('are edited, removed and restored while the server runs', async () => {
    const { api, edit } = place;
    const file = 'plugins/b/resources/things.ts';
    const edited = { [file]: (chain[file] ?? '').replace("' b'", "' new'"), ...addingTyped('fame', 'known') };
    expect(await edit(edited)).to.equal(undefined);
    await api.get('/api/things/7').expect(200, { text: whole.replace(' b', ' new') });
    expect((await api.get('/api/books/2')).body.fame).to.equal('known Book 2');
    for (const name of ['b', 'fame']) rmSync(join(installation.root, 'plugins', name), { recursive: true });
    expect(await edit({})).to.equal(undefined);
    await api.get('/api/things/7').expect(200, { text: whole.replace(' b', '') });
    const { fame, ...without } = book;
    await api.get('/api/books/2').expect(200, without);
    expect(await edit({ ...typed('b', { after: ['a'] }), ...addingTyped('fame', 'famous') })).to.equal(undefined);
    await api.get('/api/things/7').expect(200, { text: whole });
    expect((await api.get('/api/books/2')).body.fame).to.equal(fame);
  });
});
