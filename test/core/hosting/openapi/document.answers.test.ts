import { expect } from 'chai';
import { Client } from '../../../../core/devtools/check/requests/client.ts';
import { served, started } from '../../../support/started.ts';
import { startPlatform } from '../../../support/platform.ts';
import { Contract, contractInSuite, type Given, type Operation, type Tree } from './contract.ts';
import { creatingNothing } from './posts.ts';
import { buy } from './purchase.ts';
import { workshop } from './workshop.ts';

/**
 * Values of path and query parameters, by operationId, for operations that need more than ids. Other ids are those of the
 * first entry of the list above the address, or 1.
 */
const samples: Readonly<Record<string, readonly Tree[]>> = {
  // No change of a package has begun.
  get_console_plugin_packages_by_change: [],
  get_console_plugins_by_name: [{ name: 'vip' }],
  search_console_route_explanations: [{ path: '/api/articles/1' }],
  search_settings: [{ 'types[]': ['site', 'ugc'] }],
  get_captcha_by_captchaToken: [{ captchaToken: 'unknown', phrase: 'abcde' }],
  search_user_match: [{ q: 'stud' }],
  get_settings_by_type: ['site', 'register', 'payment', 'consult', 'ugc', 'coin'].map((type) => ({ type })),
};

/** Operations that refuse ids of other users before they look them up. */
const ownOnly = new Set(['get_plugins_vip_vip_users_by_userId']);

describe('Answers of the platform', () => {
  const platform = started(() => startPlatform());
  let client: Client;
  let contract: Contract;
  let signedIn: Record<string, string>;
  let stopWatching: () => void;
  /** Samples that exist only after a purchase. */
  let bought: Readonly<Record<string, readonly Tree[]>>;

  before(async () => {
    client = new Client(platform.url);
    contract = Contract.of((await platform.api.get('/api/openapi.json?bodies=all')).body as Tree);
    signedIn = await platform.as('admin');
    bought = await buy(platform, signedIn);
    // Requests are recorded while there is a listener.
    stopWatching = platform.services.liveRequests.listen({}, () => undefined);
  });

  after(async () => {
    stopWatching();
    client.close();
  });

  const ask = async (operation: Operation, given: Tree = {}, headers = signedIn): Promise<Given> => {
    const path = operation.path.replaceAll(
      /\{(\w+)\}/g,
      (_all, name: string) => (given[name] as string | undefined) ?? '1',
    );
    const query = Object.entries(given).filter(([name]) => !operation.path.includes(`{${name}}`));
    const pairs = query.flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, String(one)]));
    const search = pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
    return client.send({ method: operation.method, path: `${path}${search}`, headers });
  };

  const samplesFor = async (operation: Operation): Promise<readonly Tree[]> => {
    const own = { ...samples, ...bought }[operation.tree['operationId'] as string];
    const [, above, name] = /^(.*)\/\{(\w+)\}$/.exec(operation.path) ?? [];
    const list = contract.operations.find(({ method, path }) => method === 'GET' && path === above);
    if (own || !list || !name) return own ?? [{}];
    const { body } = await ask(list);
    const [first] = (Array.isArray(body) ? body : (body as Tree)['data']) as Tree[];
    return [{ [name]: first?.['id'] as string }];
  };

  it('match the OpenAPI document for every GET of the demo data', async () => {
    for (const operation of contract.operations.filter(({ method }) => method === 'GET')) {
      for (const sample of await samplesFor(operation)) {
        const given = await ask(operation, sample);
        contract.check(operation, given);
        const advice = 'add its parameters to `samples` of this test';
        expect(given.status, `${operation.path} ${JSON.stringify(given.body)}: ${advice}`).to.equal(200);
      }
    }
  });

  it('match the OpenAPI document of version 1', async () => {
    const former = new Contract((await platform.api.get('/api/openapi.json?version=1')).body as Tree);
    for (const operation of former.operations.filter(({ method }) => method === 'GET')) {
      for (const sample of await samplesFor(operation)) {
        former.check(operation, await ask(operation, sample, { ...signedIn, accept: 'application/vnd.any.v1+json' }));
      }
    }
    const page = await ask(
      former.operation('GET', '/api/articles'),
      {},
      { ...signedIn, accept: 'application/vnd.any.v1+json' },
    );
    expect(page.body).to.have.keys('resources', 'total');
    expect(page.headers['content-type']).to.match(/^application\/json;/);
  });

  it('to POST come from operations with @creates and a GET of the object', () => {
    const { routes } = platform.kernel;
    const reads = routes.filter(({ operation }) => operation === 'get').map(({ address }) => address);
    const readable = new Set(reads.map((address) => address.replace(/\/\{\w+\}$/, '')));
    const posts = routes.filter(
      ({ methods, address }) => methods.includes('POST') && !creatingNothing.includes(address),
    );
    expect(posts).not.to.be.empty;
    for (const { address, creates } of posts) {
      expect(creates, `${address} lacks @creates`).to.equal(true);
      expect(readable.has(address), `what ${address} creates has no GET`).to.equal(true);
    }
  });

  const forms = [{}, { accept: 'application/problem+json' }];
  let refusals = 0;

  /** Requests a failure, in turn as JSON and as problem details. */
  const refuse = async (
    operation: Operation,
    status: number,
    { given = {}, headers = {} }: { given?: Tree; headers?: Record<string, string> },
  ) => {
    const form = forms[refusals++ % forms.length];
    const answer = await ask(operation, given, { ...form, ...headers });
    contract.check(operation, { ...answer, body: answer.body ?? {} });
    expect(answer.status, `${operation.method} ${operation.path}`).to.equal(status);
  };

  it('match the OpenAPI document for anonymous callers', async () => {
    const closed = platform.kernel.routes.filter(({ access }) => access.kind !== 'open');
    for (const { methods, address } of closed) await refuse(contract.operation(methods[0]!, `/api${address}`), 401, {});
    expect(closed).not.to.be.empty;
  });

  it('match the OpenAPI document for a wrong credential or a locked user, on open operations, too', async () => {
    const refusedOnes = [{ 'x-auth-token': 'wrong' }, await platform.as('locked')];
    for (const [turn, operation] of contract.operations.entries())
      await refuse(operation, 401, { headers: refusedOnes[turn % 2]! });
  });

  it('match the OpenAPI document for a missing permission', async () => {
    const headers = await platform.as('student');
    const guarded = contract.operations.filter(({ tree }) => 'x-permission' in tree);
    for (const operation of guarded) await refuse(operation, 403, { headers });
    expect(guarded).not.to.be.empty;
  });

  it('match the OpenAPI document for an unknown version', async () => {
    for (const operation of contract.operations) {
      const given = await ask(operation, {}, { ...signedIn, accept: 'application/vnd.any.v9+json' });
      contract.check(operation, given);
      expect(given.status).to.equal(406);
    }
  });

  it('match the OpenAPI document for an unknown id', async () => {
    const single = contract.operations.filter(
      ({ method, path, tree }) =>
        method === 'GET' && /\{\w*[iI]d\}$/.test(path) && !ownOnly.has(tree['operationId'] as string),
    );
    for (const operation of single) {
      for (const id of ['999999999', '0', 'x']) {
        const name = /\{(\w+)\}$/.exec(operation.path)![1]!;
        await refuse(operation, 404, { given: { [name]: id }, headers: signedIn });
      }
    }
    expect(single).not.to.be.empty;
  });

  it('match the OpenAPI document for invalid input', async () => {
    const paged = contract.operations.filter(({ tree }) =>
      ((tree['parameters'] ?? []) as Tree[]).some(({ name }) => name === 'offset'),
    );
    for (const operation of paged) await refuse(operation, 422, { given: { offset: '-1' }, headers: signedIn });
    expect(paged).not.to.be.empty;
    await refuse(contract.operation('GET', '/api/settings'), 422, {});
  });
});

describe('Answers of an installation with every kind of field', () => {
  const { api } = served(workshop());
  const contract = contractInSuite({ api }, '?bodies=all');

  it('match the OpenAPI document, nulls and optional fields included', async () => {
    contract.check(contract.operation('GET', '/api/things'), await api.get('/api/things'));
    contract.check(contract.operation('GET', '/api/things/{id}'), await api.get('/api/things/1').set('x-key', 'right'));
    const parts = await api.get('/api/things/1/parts').set('x-key', 'right');
    contract.check(contract.operation('GET', '/api/things/{id}/parts'), parts);
    expect(parts.body).to.deep.equal([{ mine: true }]);
  });

  it('match the OpenAPI document for failures of an operation and of the server', async () => {
    const remove = contract.operation('DELETE', '/api/things/{id}');
    for (const [id, status] of [
      ['1', 500],
      ['2', 429],
      ['3', 503],
      ['4', 500],
    ] as const) {
      for (const accept of ['*/*', 'application/problem+json']) {
        const answer = await api
          .delete(`/api/things/${id}`)
          .set('accept', accept)
          .ok(() => true);
        expect(answer.status).to.equal(status);
        contract.check(remove, answer);
      }
    }
  });

  it('match the OpenAPI document for bodies that cannot be read', async () => {
    const add = contract.operation('POST', '/api/things');
    const large = JSON.stringify({ text: 'x'.repeat(1_100_000) });
    for (const [type, body, status] of [
      ['application/json', '{', 400],
      ['text/xml', '<a/>', 415],
      ['application/json', large, 413],
    ] as const) {
      const answer = await api
        .post('/api/things')
        .set('content-type', type)
        .send(body)
        .ok(() => true);
      expect(answer.status).to.equal(status);
      contract.check(add, answer);
    }
  });
});
