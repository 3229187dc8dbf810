import { createHmac } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { createKernel, type Kernel } from 'lectern';
import supertest from 'supertest';
import { eventually } from '../support/eventually.ts';
import { Installation } from '../support/installation.ts';
import { makePlace, type Place } from '../support/place.ts';
import { projectRoot, tokenOf } from '../support/platform.ts';

const examples = join(projectRoot, 'docs/examples');
const secret = 'known to both';

/** The platform with one of the examples among its plugins, and what else the example says is to be copied. */
class Visit {
  kernel!: Kernel;
  api!: ReturnType<typeof supertest>;
  #place!: Place;
  readonly #installation = new Installation().link(join(projectRoot, 'core'), 'core');

  async begin(name: string, modules: object = {}): Promise<void> {
    this.#place = await makePlace();
    this.#installation
      .copy(join(projectRoot, 'plugins/vip'), 'plugins/vip')
      .copy(join(projectRoot, 'custom'), 'custom');
    this.#installation
      .link(join(projectRoot, 'node_modules'), 'node_modules')
      .copy(join(examples, name), `plugins/${name}`);
    if (readdirSync(join(examples, name)).includes('custom')) {
      this.#installation.copy(join(examples, name, 'custom'), 'custom');
    }
    const env = { ...this.#place.env, NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'error' };
    ({ kernel: this.kernel, api: this.api } = await this.#installation.serve({ env, config: { demo: true, modules } }));
  }

  async as(nickname: string): Promise<{ 'X-Auth-Token': string }> {
    return { 'X-Auth-Token': await tokenOf(this.kernel, nickname) };
  }

  async end(): Promise<void> {
    await this.#installation.clear();
    await this.#place.clear();
  }
}

describe('The examples', () => {
  it('are not loaded unless somebody asks for them', async () => {
    const kernel = await createKernel({ root: projectRoot, env: { NODE_ENV: 'test', LOG_LEVEL: 'silent' } });
    const names = readdirSync(examples, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? entry.name : [],
    );
    expect(names).to.have.members(['canteen', 'dice', 'graph', 'perks']);
    expect(kernel.modules.map(({ name }) => name)).to.not.include.members(names);
  });
});

describe('The example dice', () => {
  const visit = new Visit();
  before(() => visit.begin('dice'));
  after(() => visit.end());

  it('rolls as many dice as asked for, and shows only their eyes', async () => {
    expect(visit.kernel.setAside).to.deep.equal([]);
    const { status, body } = await visit.api.get('/api/plugins/dice/rolls?sides=3&dice=20');
    expect(status).to.equal(200);
    expect(body).to.have.all.keys('eyes', 'total');
    expect(body.eyes)
      .to.have.length(20)
      .and.satisfy((eyes: number[]) => eyes.every((one) => one >= 1 && one <= 3));
    expect(body.total).to.equal(body.eyes.reduce((sum: number, one: number) => sum + one, 0));
  });

  it('refuses a die without sides', async () => {
    expect((await visit.api.get('/api/plugins/dice/rolls?sides=1')).status).to.equal(422);
  });
});

describe('The example graph', () => {
  const visit = new Visit();
  before(() => visit.begin('graph'));
  after(() => visit.end());

  const ask = async (query: string, headers: Record<string, string> = {}) =>
    visit.api.post('/api/plugins/graph/graphql').set(headers).send({ query });

  it('answers what the query names, for whoever asks', async () => {
    expect(visit.kernel.setAside).to.deep.equal([]);
    const { status, body } = await ask('{ me articles(limit: 2) { id title } }', await visit.as('student'));
    expect(status).to.equal(200);
    const rest = await visit.api.get('/api/articles?limit=2&fields=id,title').set(await visit.as('student'));
    expect(body.data).to.deep.equal({ me: 'student', articles: rest.body.data });
  });

  it('is closed to whoever has not signed in, and takes no large query', async () => {
    const nobody = await ask('{ me }');
    expect([nobody.status, nobody.body.error.code]).to.deep.equal([401, 11]);
    const large = await ask(`{ me } # ${'x'.repeat(20_000)}`, await visit.as('student'));
    expect([large.status, large.body.error.code]).to.deep.equal([413, 2]);
  });

  it('says in its own words what is wrong with a query, under the headers of every answer', async () => {
    const wrong = await ask('{ password }', await visit.as('student'));
    expect(wrong.status).to.be.oneOf([200, 400]);
    expect(wrong.body.errors[0].message).to.include('password');
    expect(wrong.headers).to.include({ 'x-content-type-options': 'nosniff' }).and.to.have.property('x-request-id');
  });
});

describe('The example perks', () => {
  const visit = new Visit();
  before(() => visit.begin('perks', { perks: { byLevel: { silver: ['A mug'], gold: ['A mug', 'A chair'] } } }));
  after(() => visit.end());

  it('adds a field to the list of levels, and nothing to one level', async () => {
    expect(visit.kernel.setAside).to.deep.equal([]);
    const { body } = await visit.api.get('/api/plugins/vip/vip_levels');
    const perks = body.map((level: { name: string; perks: string[] }) => [level.name, level.perks]);
    expect(perks).to.deep.equal([
      ['bronze', []],
      ['silver', ['A mug']],
      ['gold', ['A mug', 'A chair']],
    ]);
    expect(body[0]).to.include.keys('id', 'monthPrice', 'createdTime');
    expect((await visit.api.get('/api/plugins/vip/vip_levels/2')).body)
      .to.include({ name: 'silver' })
      .and.not.have.property('perks');
  });

  it('tells members what they get, and others that it is nothing', async () => {
    const perksOf = async (nickname: string) =>
      (await visit.api.get('/api/me/perks').set(await visit.as(nickname))).body;
    const user = await visit.kernel.services.users.byLogin('newcomer');
    expect(await perksOf('newcomer')).to.deep.equal([]);
    const members = (visit.kernel.services as unknown as { vipMembers: { grant(grant: object): Promise<void> } })
      .vipMembers;
    const until = { unit: 'month', deadline: new Date(Date.now() + 86_400_000), action: 'new', orderSn: 'example' };
    await members.grant({ userId: user?.id, levelId: '3', ...until });
    expect(await perksOf('newcomer')).to.deep.equal([{ text: 'A mug' }, { text: 'A chair' }]);
    expect((await visit.api.get('/api/me/perks')).status).to.equal(401);
  });
});

describe('The example canteen', () => {
  const visit = new Visit();
  before(() => visit.begin('canteen', { canteen: { secret } }));
  after(() => visit.end());

  const report = (body: string, key = secret) =>
    visit.api
      .post('/api/callback/LunchCard/notify')
      .set('X-Till-Signature', createHmac('sha256', key).update(body).digest('hex'))
      .type('form')
      .send(body);

  it('sells a meal, takes a lunch card for it, and takes it back with the refund', async () => {
    expect(visit.kernel.setAside).to.deep.equal([]);
    const student = await visit.as('student');
    const { sn } = (await visit.api.post('/api/orders').set(student).send({ targetType: 'meal', targetId: 2 })).body;
    const trade = await visit.api
      .post('/api/trades')
      .set(student)
      .send({ gateway: 'LunchCard', type: 'purchase', orderSn: sn });
    expect(trade.body).to.include({ status: 'created' });

    expect(trade.body.qrcodeUrl).to.match(/\?trade=\d+&amount=700$/);
    const paid = `trade=${trade.body.tradeSn}&slip=12&amount=700`;
    expect((await report(paid, 'forged')).text).to.equal('no');
    const meals = async () => (await visit.api.get('/api/me/meals').set(student)).body;
    expect(await meals()).to.deep.equal([]);
    expect((await report(paid)).text).to.equal('ok');
    await eventually(async () => expect(await meals()).to.deep.equal([{ title: 'Dumplings' }]));

    const manager = await visit.as('manager');
    expect(
      (await visit.api.post(`/api/orders/${sn}/refunds`).set(manager).send({ reason: 'burnt' })).status,
    ).to.be.below(300);
    await eventually(async () => expect(await meals()).to.deep.equal([]));
  });

  it('knows no other meals', async () => {
    const wrong = await visit.api
      .post('/api/orders')
      .set(await visit.as('student'))
      .send({ targetType: 'meal', targetId: 9 });
    expect([wrong.status, wrong.body.error.message]).to.deep.equal([404, 'There is no such meal.']);
  });
});
