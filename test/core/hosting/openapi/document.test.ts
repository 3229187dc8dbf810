import { expect } from 'chai';
import { openApiDocument, type Route } from 'lectern/host';
import { served, started } from '../../../support/started.ts';
import { startPlatform } from '../../../support/platform.ts';
import { contractInSuite, type Tree } from './contract.ts';
import { workshop } from './workshop.ts';

/** A path without the names of its parameters, which a route may name otherwise than the document. */
const nameless = (path: string) => path.replaceAll(/\{\w+\}/g, '{}');

describe('The OpenAPI document', () => {
  const platform = started(() => startPlatform());
  const { kernel, api } = served(workshop());
  const real = contractInSuite(platform);
  const contract = contractInSuite({ api });

  const placesOf = (routes: readonly Route[]) =>
    routes.flatMap(({ methods, address }) => methods.map((method) => `${method} /api${address}`));

  it('has every route of the installation and nothing else', () => {
    const documented = real.operations.map(({ method, path }) => `${method} ${path}`);
    expect(documented).to.have.members(placesOf(platform.kernel.routes));
    expect(documented.length).to.be.greaterThan(5);
  });

  it('is served as `openApiDocument` builds it', () => {
    const document = openApiDocument(kernel);
    expect(JSON.parse(JSON.stringify(document))).to.deep.equal(contract.document);
  });

  it('gives every operation a unique operationId', () => {
    for (const { operations } of [real, contract]) {
      const ids = operations.map(({ tree }) => tree['operationId'] as string);
      expect(new Set(ids).size).to.equal(ids.length);
    }
    const ambiguous = ['/api/a/b_c', '/api/a_b/c'].map((path) => contract.operation('GET', path).tree['operationId']);
    expect(ambiguous).to.deep.equal(['search_a_b_c', 'search_a_b_c_2']);
  });

  it('gives a path parameter one name, whatever the resources call it', () => {
    const paths = Object.keys(contract.document['paths'] as Tree);
    expect(paths.filter((path) => path.startsWith('/api/things/'))).to.deep.equal([
      '/api/things/{id}',
      '/api/things/{id}/parts',
      '/api/things/{thingId}/parts/{id}',
    ]);
  });

  it('requires a credential where the route does', () => {
    for (const route of platform.kernel.routes) {
      for (const method of route.methods) {
        const { security } = real.operation(method, `/api${route.address}`).tree as { security: Tree[] };
        expect(security.some((one) => Object.keys(one).length === 0)).to.equal(route.access.kind === 'open');
        expect(security).to.deep.include({ XAuthToken: [] });
      }
    }
    const { tree } = contract.operation('PATCH', '/api/things/{id}');
    expect(tree['x-permission']).to.equal('may');
    expect(tree['description']).to.contain('`may`');
    expect(contract.operation('GET', '/api/things').tree['description']).to.equal('Open to anyone.');
    expect(tree['security']).to.deep.equal([{ Key: [] }]);
  });

  it('names the modules of an override and its original, under the original tag', () => {
    const { tree } = real.operation('GET', '/api/articles/{id}');
    const overrides = [{ layer: 'core', module: 'articles', file: 'core/platform/articles/resources/articles.ts' }];
    const origin = { layer: 'custom', module: 'custom', file: 'custom/resources/articles.ts', overrides };
    expect(tree['x-origin']).to.deep.equal(origin);
    expect(tree['tags']).to.deep.equal(['articles']);
    const origins = real.operations.map((one) => one.tree['x-origin'].layer as string);
    expect([...new Set(origins)]).to.include.members(['core', 'custom']);
  });

  it('declares every tag that operations use', () => {
    const used = new Set(real.operations.flatMap(({ tree }) => tree['tags'] as string[]));
    expect((real.document['tags'] as Tree[]).map(({ name }) => name as string)).to.have.members([...used]);
  });

  it('describes a tag by the manifest of its module, or by the layer', () => {
    expect(real.document['tags']).to.deep.include({ name: 'articles', description: 'Articles and their categories.' });
    expect(contract.document['tags']).to.deep.include({
      name: 'things',
      description: 'Module `things` of the layer `core`.',
    });
    const silent = platform.kernel.modules.filter(({ manifest }) => manifest.description === undefined);
    expect(silent.map(({ name }) => name)).to.deep.equal([]);
  });

  it('requires a body only where the query cannot replace it', () => {
    const isRequired = (path: string) => (real.operation('POST', path).tree['requestBody'] as Tree)['required'];
    for (const path of ['/api/orders', '/api/order_info', '/api/pay_center', '/api/trades'])
      expect(isRequired(path), path).to.equal(false);
    expect(isRequired('/api/articles')).to.equal(true);
  });

  it('lists enum values that are known at the start, also in answers', () => {
    const { schemas } = real.document['components'] as { schemas: Record<string, Tree> };
    const kinds = ['course', 'classroom', 'item_bank_exercise', 'vip'];
    expect(schemas['AddOrdersBody']!['properties'].targetType.enum).to.deep.equal(kinds);
    expect(schemas['AddCouponsBody']!['properties'].targetType.enum).to.deep.equal(['all', ...kinds]);
    const { codes } = platform.kernel.services.roles;
    expect(schemas['Role']!['properties'].permissions.items.enum).to.deep.equal(['*', ...codes]);
    expect(schemas['ConsoleSession']!['properties'].permissions.items.enum).to.deep.equal(codes);
    expect(codes).to.include('admin_vip');
    // Stored rows may have a kind of goods or a role of a module that is gone.
    expect(schemas['Order']!['properties'].targetType).to.not.have.property('enum');
    expect(schemas['ManagedUser']!['properties'].roles.items).to.not.have.property('enum');
  });

  it('lists sort keys in `x-sort-keys` if they can be combined, else as an enum', () => {
    const sortOf = (path: string) =>
      (real.operation('GET', path).tree['parameters'] as Tree[]).find(({ name }) => name === 'sort')!;
    const keys = ['name', 'createdTime', 'price', 'recommendedSeq', 'studentNum', 'updatedTime'];
    const sort = sortOf('/api/classrooms');
    expect(sort['schema']['x-sort-keys']).to.deep.equal(keys);
    expect(sort['description']).to.equal(
      `Order of the list. One or more keys, separated by commas; \`-\` before a key descends: \`${keys.join('`, `')}\`.`,
    );
    expect(sortOf('/api/articles')['schema']).to.have.property('enum').and.to.include('popular');
    expect(sortOf('/api/articles')['schema']).to.not.have.property('x-sort-keys');
  });

  it('has a summary of every operation and a description of every path parameter', () => {
    for (const { tree } of real.operations) {
      expect(tree['summary']).to.match(/^\S.{3,}/);
      const inPath = ((tree['parameters'] ?? []) as Tree[]).filter((one) => one['in'] === 'path');
      for (const parameter of inPath) expect(parameter['description']).to.match(/^[A-Z].+\.$/);
    }
    expect(contract.operation('PATCH', '/api/things/{thingId}/parts/{id}').tree['summary']).to.equal(
      'Change a part of a thing',
    );
    expect(contract.operation('GET', '/api/things/{id}/parts').tree['summary']).to.equal('The parts');
  });

  it('declares every failure of a route with its status and code', () => {
    for (const [{ routes }, document] of [
      [platform.kernel, real],
      [kernel, contract],
    ] as const) {
      for (const { fails, methods, address } of routes) {
        const operation = document.operations.find(
          ({ path, method }) => nameless(path) === nameless(`/api${address}`) && method === methods[0],
        )!;
        for (const { status, code } of fails) expect(document.codes(operation, status)).to.include(code);
      }
    }
    const remove = contract.operation('DELETE', '/api/things/{id}');
    expect(contract.codes(remove, 429)).to.deep.equal([30002]);
    expect(contract.codes(remove, 500)).to.deep.equal([7, 2001]);
  });

  it('declares only the failures that a route can have', () => {
    const statuses = (method: string, path: string) =>
      Object.keys(contract.operation(method, path).tree['responses'] as Tree);
    expect(statuses('GET', '/api/a_b/c')).to.deep.equal(['200', '304', '400', '401', '406', '422', '500', '503']);
    expect(statuses('PATCH', '/api/things/{id}')).to.deep.equal(
      '200 400 401 403 404 406 412 413 415 422 500 503'.split(' '),
    );
    expect(contract.response(contract.operation('POST', '/api/things'), 422)!['description']).not.to.contain('missing');
    expect(contract.response(contract.operation('PATCH', '/api/things/{id}'), 422)!['description']).to.contain(
      'missing',
    );
    expect(contract.codes(contract.operation('GET', '/api/a_b/c'), 401)).not.to.include(11);
    expect(contract.codes(contract.operation('GET', '/api/things/{id}'), 401)).to.include(11);
  });

  it('requires the headers that every answer has', () => {
    const required = (path: string) => {
      const { headers } = real.response(real.operation('GET', path), 200) as { headers: Record<string, Tree> };
      return Object.keys(headers).filter((name) => real.follow(headers[name]!)['required'] === true);
    };
    const always = ['X-Request-Id', 'API-Version', 'ETag', 'Cache-Control'];
    expect(required('/api/articles/{id}')).to.deep.equal(always);
    expect(required('/api/article_categories')).to.deep.equal([...always, 'X-Total-Count']);
    // A page that was read by cursor has no total.
    expect(required('/api/articles')).to.deep.equal(always);
  });

  it('keeps shapes of the same name and the modes of a shape apart', () => {
    const { schemas } = contract.document['components'] as { schemas: Record<string, Tree> };
    const things = Object.keys(schemas).filter((name) => name.includes('Thing') && !name.endsWith('Body'));
    expect(things).to.have.members(['Thing', 'ThingFull', 'CustomThing']);
    expect(Object.keys(schemas['Thing']!['properties'] as Tree)).not.to.include('price');
    expect(Object.keys(schemas['ThingFull']!['properties'] as Tree)).to.include('price');
    expect(Object.keys(schemas['CustomThing']!['properties'] as Tree)).to.deep.equal(['mine']);
  });

  it('describes input with keywords that every tool knows', () => {
    const body = contract.operation('POST', '/api/things').tree['requestBody'] as Tree;
    const { properties } = body['content']['application/json'].schema as { properties: Record<string, Tree> };
    expect(properties['month']).to.deep.equal({
      anyOf: [
        { type: 'integer', minimum: 1, maximum: 12 },
        { type: 'string', pattern: '^([1-9]|1[0-2])$' },
      ],
    });
    expect(properties['bool']).to.deep.equal({ type: 'boolean' });
    expect(properties['year']).to.deep.equal({ type: 'integer', minimum: 1970, maximum: 2099 });
    const text = JSON.stringify([body, contract.operation('GET', '/api/things').tree['parameters']]);
    expect(text).not.to.match(/"type":\[|"expected"/);
  });

  it('keeps fields that are named like keywords of the input reader', () => {
    const body = contract.operation('PATCH', '/api/things/{id}').tree['requestBody'] as Tree;
    const { properties } = body['content']['application/json'].schema as { properties: Record<string, Tree> };
    expect(Object.keys(properties['whole']!['properties'] as Tree)).to.deep.equal(['expected', 'within']);
  });
});
