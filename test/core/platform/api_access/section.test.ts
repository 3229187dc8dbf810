import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { prepared, started } from '../../../support/started.ts';
import { startWith } from './support.ts';

const first = { accessTokenEnabled: false, whitelist: ['127.0.0.1/32', '::1/128'] };

describe('The settings section api', () => {
  const platform = started(() => startWith({ wrongTries: { points: 1000 } }));

  const manager = prepared(() => platform.as('manager'));

  const patch = (values: object) => platform.api.patch('/api/settings/api').set(manager).send(values);
  const read = async () => (await platform.api.get('/api/settings/api').set(manager).expect(200)).body;

  it('has its initial values from the configuration', async () => {
    expect(await read()).to.deep.equal(first);
  });

  for (const path of ['/api/settings/api', '/api/settings?types[]=api', '/api/settings?types[]=site&types[]=api']) {
    it(`requires admin_setting at ${path}`, async () => {
      const { body } = await platform.api.get(path).expect(401);
      expect(body.error.code).to.equal(11);
      const refused = await platform.api
        .get(path)
        .set(await platform.as('student'))
        .expect(403);
      expect(refused.body.error.code).to.equal(13);
      for (const answer of [body, refused.body]) expect(JSON.stringify(answer)).to.not.include('127.0.0.1');
      for (const nickname of ['manager', 'admin'])
        await platform.api
          .get(path)
          .set(await platform.as(nickname))
          .expect(200);
    });
  }

  it('leaves other sections readable without a credential', async () => {
    await platform.api.get('/api/settings?types[]=site&types[]=coin').expect(200);
    await platform.api.get('/api/settings/ugc').expect(200);
  });

  it('is answered together with other sections', async () => {
    const { body } = await platform.api.get('/api/settings?types[]=api&types[]=wap').set(manager).expect(200);
    expect(body).to.deep.equal({ api: first, wap: { version: '0' } });
  });

  it('is changed only with admin_setting', async () => {
    const request = () => platform.api.patch('/api/settings/api').send({ accessTokenEnabled: true });
    expect((await request().expect(401)).body.error.code).to.equal(11);
    expect(
      (
        await request()
          .set(await platform.as('student'))
          .expect(403)
      ).body.error.code,
    ).to.equal(13);
    expect(await read()).to.deep.equal(first);
    expect((await patch({ accessTokenEnabled: true }).expect(200)).body).to.deep.equal({
      ...first,
      accessTokenEnabled: true,
    });
    await patch({ accessTokenEnabled: false }).expect(200);
  });

  it('accepts addresses and networks, and stores them as entered', async () => {
    const whitelist = ['192.0.2.7', '10.0.0.1/8', '0.0.0.0/0', '2001:DB8::/32', '::/0', '::ffff:10.0.0.0/104'];
    expect((await patch({ whitelist }).expect(200)).body.whitelist).to.deep.equal(whitelist);
    expect((await patch({ whitelist: [] }).expect(200)).body.whitelist).to.deep.equal([]);
    const hundred = Array.from({ length: 100 }, (_, number) => `192.0.2.${number}`);
    expect((await patch({ whitelist: hundred }).expect(200)).body.whitelist).to.deep.equal(hundred);
    await patch({ whitelist: first.whitelist }).expect(200);
  });

  const wrong = [
    'localhost',
    'nonsense',
    '192.0.2',
    '192.0.2.256',
    '010.0.0.1',
    '0x7f.0.0.1',
    '2130706433',
    '127.1',
    '192.0.2.1/',
    '192.0.2.1/33',
    '192.0.2.1/08',
    '192.0.2.1/-1',
    '192.0.2.1/1e1',
    '192.0.2.0/24/24',
    '192.0.2.0/255.255.255.0',
    '192.0.2.1-192.0.2.9',
    ' 192.0.2.1',
    '*',
    '/24',
    '2001:db8::/129',
    'fe80::1%eth0',
    ':::',
    '2001:db8::/'.padEnd(60, '1'),
  ];
  it('rejects entries that are not networks: 422, code 9, naming the entry', async () => {
    for (const entry of wrong) {
      const { body } = await patch({ whitelist: ['192.0.2.1', entry] }).expect(422);
      expect(body.error.code, entry).to.equal(9);
      const fields = body.error.details.map(({ field }: { field: string }) => field);
      expect(fields, entry).to.deep.equal(['whitelist.1']);
      expect((await read()).whitelist, entry).to.deep.equal(first.whitelist);
    }
  });

  it('rejects more than a hundred networks, and other types: 422, code 9', async () => {
    const many = Array.from({ length: 101 }, (_, number) => `192.0.2.${number}`);
    for (const whitelist of [many, { a: 1 }, 'x', [1], [['192.0.2.1']]]) {
      const { body } = await patch({ whitelist }).expect(422);
      expect(body.error.code).to.equal(9);
    }
    expect((await read()).whitelist).to.deep.equal(first.whitelist);
  });
});

describe('The settings section api of a new installation', () => {
  it('is disabled, with an empty whitelist', () => {
    const file = new URL('../../../../core/platform/api_access/module.json', import.meta.url);
    const { properties } = (
      JSON.parse(readFileSync(file, 'utf8')) as { config: { properties: Record<string, object> } }
    ).config;
    expect(properties['accessTokenEnabled']).to.include({ default: false });
    expect(properties['whitelist']).to.deep.include({ default: [] });
  });
});
