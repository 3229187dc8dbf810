import { expect } from 'chai';
import supertest from 'supertest';
import { manifest } from '../../../support/installation.ts';
import { served } from '../../../support/started.ts';
import { RawConnection } from '../../../support/raw_http.ts';
import { Contract, type Tree } from '../../hosting/openapi/contract.ts';

/** Operations that answer their input, and a plugin that adds input to one of them. */
const files = {
  'core/desk/module.json': manifest('desk'),
  'core/desk/resources/sales.mjs': `
    import { defineResource, input, raw } from 'lectern';
    const line = input.object({ courseId: input.integer(), note: input.optional(input.text()) });
    const accepts = {
      couponCode: input.optional(input.text()),
      ...input.alsoInQuery({ agent: input.optional(input.text({ description: 'Seller.' })) }),
      gift: input.optional(line),
      lines: input.optional(input.list(line)),
      tags: input.optional(input.list(input.text())),
      more: input.optional(input.anything()),
    };
    const run = (services, { input }) => ({ input });
    export default defineResource('/sales', {
      add: { open: true, accepts, returns: [raw], run },
      search: { open: true, accepts: { createdTime_GE: input.optional(input.text()) }, returns: [raw], run },
      remove: { open: true, returns: [raw], run: () => ({}) },
      update: { requires: 'sales', accepts, returns: [raw], run },
    });`,
  'core/desk/resources/shelves.mjs': `
    import { defineResource, field, listOf, shape } from 'lectern';
    const Shelf = shape('Shelf').mode('full', { title: field.text('Title.') });
    export default defineResource('/shelves', {
      search: { open: true, cached: 60, returns: [listOf(Shelf), 'full'], run: () => [{ title: 'A' }] },
      add: { open: true, returns: [Shelf, 'full'], run: () => ({ title: 'B' }) },
    });`,
  'core/desk/resources/notices.mjs': `
    import { anyFields, defineResource, raw } from 'lectern';
    export default defineResource('/notices', {
      add: { open: true, accepts: anyFields, returns: [raw], run: (services, { input }) => input },
    });`,
  'core/desk/services.mjs': `
    import { asValue, contributes, standardFailures } from 'lectern';
    export default { tickets: contributes('authenticators', asValue({
      name: 'Ticket', rank: 1, security: { type: 'apiKey', in: 'query', name: 'ticket' }, parameters: ['seat'],
      find: ({ query }) => query.ticket,
      identify: () => ({ id: '1', nickname: 'ann', roles: [], permissions: new Set() }),
    })) };`,
  'plugins/gifts/module.json': manifest('gifts'),
  'plugins/gifts/services.mjs': `
    import { asValue, contributes, input } from 'lectern';
    export default { giftsHook: contributes('operationHooks', asValue({
      address: '/sales', operation: 'add', input: { wrapping: input.optional(input.text()) },
      before(call, { wrapping }) { if (wrapping) call.reply.header('Wrapping', wrapping); },
    })) };`,
};

interface Problem {
  readonly field: string;
  readonly message: string;
}

describe('Prefer: handling=strict', () => {
  const { kernel, api } = served(files);

  const strict = (method: 'get' | 'post' | 'delete' | 'patch' | 'head', path: string, prefer = 'handling=strict') =>
    api[method](`/api${path}`).set('Prefer', prefer);
  const refused = async (request: supertest.Test): Promise<Problem[]> => {
    const { body, headers } = await request.expect(422);
    expect(headers).to.include({ 'preference-applied': 'handling=strict', 'cache-control': 'no-store' });
    expect(body.error.code).to.equal(9);
    return body.error.details as Problem[];
  };

  it('refuses an unknown field of the body, and names the nearest known one', async () => {
    const { body } = await strict('post', '/sales').send({ cupon: 'X' }).expect(422);
    const problem = { field: 'cupon', message: 'is not known; did you mean "couponCode"?' };
    const message = 'The parameter "cupon" is not known; did you mean "couponCode"?';
    expect(body).to.deep.equal({ error: { code: 9, message, details: [problem] } });
  });

  it('refuses unknown fields of forms and multipart forms', async () => {
    const details = [{ field: 'cupon', message: 'is not known; did you mean "couponCode"?' }];
    expect(await refused(strict('post', '/sales').type('form').send('cupon=X&tags[]=a'))).to.deep.equal(details);
    expect(await refused(strict('post', '/sales').field('cupon', 'X').field('agent', 'a'))).to.deep.equal(details);
  });

  it('refuses unknown fields of nested objects and of lists of them', async () => {
    const gift = { courseId: 1, nte: 'a' };
    const given = { gift, lines: [{ courseId: 1 }, { corseId: 2, courseId: 2 }], tags: ['a'], more: { any: 1 } };
    expect(await refused(strict('post', '/sales').send(given))).to.deep.equal([
      { field: 'gift.nte', message: 'is not known; did you mean "note"?' },
      { field: 'lines.1.corseId', message: 'is not known; did you mean "courseId"?' },
    ]);
  });

  it('refuses unknown parameters of the query, and body fields in it', async () => {
    expect(await refused(strict('get', '/sales?createdTime_gte=1'))).to.deep.equal([
      { field: 'createdTime_gte', message: 'is not known; did you mean "createdTime_GE"?' },
    ]);
    const [inQuery] = await refused(strict('post', '/sales?couponCode=X&agent=a').send({}));
    expect(inQuery).to.include({ field: 'couponCode' });
    await strict('head', '/sales?createdTime_gte=1').expect(422);
    expect(await refused(strict('delete', '/sales/1?q=1'))).to.deep.equal([{ field: 'q', message: 'is not known' }]);
  });

  it('refuses fields in the body of an operation without input', async () => {
    expect(await refused(strict('post', '/shelves').send({ title: 'C' }))).to.deep.equal([
      { field: 'title', message: 'is not known' },
    ]);
    await strict('post', '/shelves').send({}).expect(200);
    await strict('post', '/shelves').expect(200);
  });

  it('accepts known fields, and says that it applied the preference', async () => {
    const known = strict('post', '/sales?agent=a').send({ couponCode: 'X', wrapping: 'red', gift: { courseId: 1 } });
    const { headers, body } = await known.expect(200);
    expect(headers).to.include({ 'preference-applied': 'handling=strict', wrapping: 'red' });
    expect(body.input).to.include({ couponCode: 'X', agent: 'a' });
    const { headers: ofFailure } = await strict('post', '/sales')
      .send({ tags: [{}] })
      .expect(422);
    expect(ofFailure).to.include({ 'preference-applied': 'handling=strict' });
  });

  it('accepts `fields` of reads that can be narrowed, and parameters of a given credential', async () => {
    const { headers } = await strict('get', '/shelves?fields=title&ticket=1&seat=2').expect(200);
    expect(headers).to.include({ 'preference-applied': 'handling=strict' });
    expect(await refused(strict('get', '/sales?fields=input'))).to.have.length(1);
    expect(await refused(strict('get', '/sales?seat=2'))).to.have.length(1);
  });

  it('applies to no operation that accepts any field', async () => {
    const { headers } = await strict('post', '/notices').send({ a: 1 }).expect(200);
    expect(headers).to.not.have.property('preference-applied');
  });

  it('follows the checks of credential and permission', async () => {
    await strict('patch', '/sales/1').send({ cupon: 'X' }).expect(401);
    await strict('patch', '/sales/1?ticket=1').send({ cupon: 'X' }).expect(403);
  });

  it('is one of several preferences, in any letter case, possibly quoted', async () => {
    const readings = {
      'HANDLING=Strict': 422,
      'respond-async, wait=10, handling = "strict"; a=b': 422,
      'a="b, handling=strict, c"': 200,
      'a="\\", handling=strict"': 200,
      'handling=lenient, handling=strict': 200,
      'handling="lenient"': 200,
      'handling=stricter': 200,
      handling: 200,
      'xhandling=strict': 200,
      '': 200,
    };
    const found: Record<string, number> = {};
    for (const prefer of Object.keys(readings)) {
      const { status, headers } = await strict('post', '/sales', prefer).send({ cupon: 'X' });
      found[prefer] = status;
      expect(headers['preference-applied'], prefer).to.equal(status === 422 ? 'handling=strict' : undefined);
    }
    expect(found).to.deep.equal(readings);
  });

  it('may be in the second of two headers', async () => {
    const lines = `GET /api/sales?q=1 HTTP/1.1\r\nHost: x\r\nPrefer: wait=1\r\nPrefer: handling=strict\r\n\r\n`;
    const connection = new RawConnection(kernel.url).send(lines);
    expect((await connection.answer()).status).to.equal(422);
    connection.close();
  });

  it('drops unknown fields of other requests', async () => {
    const { headers } = await api.post('/api/sales').send({ cupon: 'X' }).expect(200, { input: {} });
    expect(headers).to.not.have.property('preference-applied');
  });

  it('keeps answers of shared caches apart', async () => {
    const { headers } = await api.get('/api/shelves?q=1').expect(200);
    expect(headers['cache-control']).to.equal('public, max-age=60');
    expect(headers['vary']?.split(', ')).to.include('Prefer');
  });

  it('names at most 100 fields, and only the beginning of long names', async () => {
    const names = Array.from({ length: 300 }, (_, index) => [`${'x'.repeat(60)}${index}`, 1]);
    const details = await refused(strict('post', '/sales?q=1').send(Object.fromEntries(names)));
    expect(details).to.have.length(100);
    expect(details[1]).to.deep.equal({ field: `${'x'.repeat(40)}…`, message: 'is not known' });
    const [odd] = await refused(strict('post', '/sales').send('{"__proto__":1}').type('json'));
    expect(odd).to.include({ field: '__proto__' });
  });

  it('names the nearest field of the first ten fields only', async () => {
    const names = Array.from({ length: 12 }, (_, index) => [`couponCod${index}`, 1]);
    const details = await refused(strict('post', '/sales').send(Object.fromEntries(names)));
    const named = details.map(({ message }) => message.includes('did you mean "couponCode"?'));
    expect(named).to.deep.equal([...Array.from({ length: 10 }, () => true), false, false]);
  });

  it('answers 413 and 415 to bodies of operations without input, as documented', async () => {
    const { body: document } = await api.get('/api/openapi.json');
    const { responses } = document.paths['/api/shelves'].post;
    expect(responses).to.include.keys('413', '415');
    await strict('post', '/shelves').type('text/plain').send('a').expect(415);
    await strict('post', '/shelves')
      .send({ title: 'a'.repeat(100_000) })
      .expect(413);
  });

  it('is documented, and the answers are as the document says', async () => {
    const { body: document } = await api.get('/api/openapi.json');
    const contract = new Contract(document as Tree);
    for (const [method, path, address] of [
      ['post', '/sales', '/sales'],
      ['delete', '/sales/1?q=1', '/sales/{id}'],
      ['get', '/shelves', '/shelves'],
    ] as const) {
      const operation = contract.operation(method.toUpperCase(), `/api${address}`);
      const { status, headers, body } = await strict(method, path).send({});
      expect(contract.problem(operation, { status, headers, body })).to.equal(undefined);
      expect(contract.undeclaredHeaders(operation, { status, headers })).to.deep.equal([]);
      expect(operation.tree['parameters']).to.deep.include(document.components.parameters.Prefer);
    }
    const { tree } = contract.operation('POST', '/api/notices');
    expect(tree).to.not.have.property('parameters');
  });
});
