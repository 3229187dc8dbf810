import { expect } from 'chai';
import { served, started } from '../../../support/started.ts';
import { startPlatform } from '../../../support/platform.ts';
import { Contract, contractInSuite, type Tree } from './contract.ts';
import { workshop } from './workshop.ts';

describe('The OpenAPI document of a version', () => {
  const platform = started(() => startPlatform());
  const { api } = served(workshop());
  const real = contractInSuite(platform);
  const contract = contractInSuite({ api });

  it('lists JSON alone for a body, and all possible media types with ?bodies=all', async () => {
    const all = new Contract((await api.get('/api/openapi.json?bodies=all').expect(200)).body as Tree);
    const typesOf = (one: Contract, method: string, path: string) =>
      Object.keys(one.operation(method, path).tree['requestBody'].content as Tree);
    expect(typesOf(contract, 'POST', '/api/things')).to.deep.equal(['application/json']);
    expect(typesOf(all, 'POST', '/api/things')).to.have.length(3);
    expect(typesOf(all, 'PATCH', '/api/things/{id}')).to.deep.equal(['application/json']);
    const errors = (one: Contract) =>
      Object.keys(one.response(one.operation('GET', '/api/things/{id}'), 404)!['content'] as Tree);
    expect(errors(contract)).to.deep.equal(['application/json']);
    expect(errors(all)).to.deep.equal(['application/json', 'application/problem+json']);
    expect(contract.document['components'].schemas).not.to.have.property('Problem');
  });

  it('describes pages in the form of its version', async () => {
    const pageIn = async (query: string) => {
      const { body } = await platform.api.get(`/api/openapi.json${query}`).expect(200);
      const document = new Contract(body as Tree);
      const { schema } = document.response(document.operation('GET', '/api/articles'), 200)!['content'][
        'application/json'
      ] as { schema: Tree };
      return { name: schema['$ref'] as string, fields: Object.keys(document.follow(schema)['properties'] as Tree) };
    };
    const name = '#/components/schemas/ArticlePage';
    expect(await pageIn('')).to.deep.equal({ name, fields: ['data', 'paging'] });
    expect(await pageIn('?version=2')).to.deep.equal({ name, fields: ['data', 'paging'] });
    expect(await pageIn('?version=1')).to.deep.equal({ name, fields: ['resources', 'total'] });
    expect(real.document['info'].description).to.contain('/api/openapi.json?version=1');
  });

  it('names the media type that selects a former version, whose answers are JSON', async () => {
    expect(real.document['info']).not.to.have.property('x-accept');
    const former = new Contract((await platform.api.get('/api/openapi.json?version=1').expect(200)).body as Tree);
    const accept = former.document['info']['x-accept'] as string;
    const article = former.operation('GET', '/api/articles');
    expect(former.response(article, 200)!['content']).to.have.keys('application/json');
    const student = await platform.as('student');
    const { body, headers, status } = await platform.api.get('/api/articles').set(student).set('Accept', accept);
    expect(headers['api-version']).to.equal('1');
    former.check(article, { status, headers, body });
  });

  it('is refused for an unknown version or kind of bodies', async () => {
    const { body } = await platform.api.get('/api/openapi.json?version=3').expect(404);
    expect(body.error).to.deep.equal({
      code: 10,
      message: 'There is no document of this version; the versions are 2 and 1.',
    });
    await platform.api.get('/api/openapi.json?version=2&version=1').expect(404);
    const { body: refused } = await platform.api.get('/api/openapi.json?bodies=some').expect(422);
    expect(refused.error.details).to.deep.equal([{ field: 'bodies', message: 'must be json or all' }]);
  });

  it('lists enum values that are known at the start, those of plugins, too', () => {
    const valuesOf = (schema: Tree): string[] => schema['enum'] ?? (schema['items'] as Tree)['enum'];
    const inBody = (path: string, name: string) =>
      valuesOf(
        real.operation('POST', path).tree['requestBody'].content['application/json'].schema.properties[name] as Tree,
      );
    const parameter = (method: string, path: string) => {
      const [first] = real.operation(method, path).tree['parameters'] as Tree[];
      return first as Tree;
    };
    for (const path of ['/api/orders', '/api/order_info', '/api/pay_center'])
      expect(inBody(path, 'targetType')).to.deep.equal(['course', 'classroom', 'item_bank_exercise', 'vip']);
    expect(inBody('/api/trades', 'gateway')).to.include.members(['Alipay_LegacyWap', 'WechatPay_Js', 'Coin']);
    expect(inBody('/api/applications', 'roles')).to.include('ROLE_PROJECT_PLANNER');
    const section = parameter('PATCH', '/api/settings/{type}');
    expect(section).to.include({ name: 'type', in: 'path', required: true, description: 'Name of the section.' });
    expect(valuesOf(section['schema'] as Tree)).to.include.members(['coin', 'vip']);
    expect(valuesOf(parameter('GET', '/api/settings')['schema'] as Tree)).to.include.members(['coin', 'vip']);
    const gateway = parameter('POST', '/api/callback/{gateway}/notify');
    expect(valuesOf(gateway['schema'] as Tree))
      .to.include('Lianlian_Web')
      .and.not.include('Coin');
  });

  it('refers to shared bodies, parameters and errors', () => {
    for (const { document } of [real, contract]) {
      for (const item of Object.values(document['paths'] as Record<string, Record<string, Tree>>)) {
        for (const operation of Object.values(item)) {
          const body = operation['requestBody']?.content?.['application/json']?.schema as Tree | undefined;
          if (body) expect(body).to.have.keys('$ref');
          const errors = Object.entries(operation['responses'] as Record<string, Tree>);
          for (const [status, response] of errors) if (Number(status) >= 400) expect(response).to.have.keys('$ref');
          const parameters = (operation['parameters'] ?? []) as Tree[];
          expect(parameters.map(({ name }) => name as string)).not.to.include.members(['fields']);
        }
      }
    }
  });
});
