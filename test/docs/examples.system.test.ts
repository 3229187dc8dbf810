import { createHmac } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import supertest from 'supertest';
import { eventually } from '../support/eventually.ts';
import { PageServer } from '../support/page_server.ts';
import { projectRoot } from '../support/platform.ts';
import { environment } from '../support/shipped.ts';

const examples = join(projectRoot, 'docs/examples');
const secret = 'known to both';
const password = 'Lectern-2026';

interface Ready {
  readonly plugins: readonly { readonly name: string; readonly state: string }[];
}

/** The built platform with an example as a plugin, and with the folder `custom` of the example, if present. */
class Visit {
  api!: ReturnType<typeof supertest>;
  #server!: PageServer;

  async begin(server: PageServer, name: string, modules: object = {}): Promise<void> {
    this.#server = server;
    const { installation } = server;
    installation.copy(join(examples, name), `plugins/${name}`);
    if (existsSync(join(examples, name, 'custom'))) installation.copy(join(examples, name, 'custom'), 'custom');
    installation.write({ 'config/local.json': JSON.stringify({ modules }) });
    this.api = supertest(await server.start(environment));
  }

  /** Returns the names of the plugins that have not failed. */
  async plugins(): Promise<string[]> {
    const { plugins } = (await this.api.get('/readyz').expect(200)).body as Ready;
    return plugins.filter(({ state }) => state !== 'set aside').map(({ name }) => name);
  }

  async as(nickname: string): Promise<{ 'X-Auth-Token': string }> {
    const answer = await this.api.post('/api/tokens').auth(nickname, password);
    return { 'X-Auth-Token': (answer.body as { token: string }).token };
  }

  end(): Promise<void> {
    return this.#server.reset();
  }
}

describe('The examples', () => {
  let server: PageServer;
  before(async () => (server = await PageServer.begin()));
  after(() => server.end());

  it('are all tested', () => {
    const entries = readdirSync(examples, { withFileTypes: true });
    const names = entries.flatMap((entry) => (entry.isDirectory() ? entry.name : []));
    expect(names).to.have.members(['canteen', 'dice', 'graph', 'perks']);
  });

  describe('The example dice', () => {
    const visit = new Visit();
    before(() => visit.begin(server, 'dice'));
    after(() => visit.end());

    it('is loaded as the only example', async () => {
      expect(await visit.plugins()).to.have.members(['dice', 'quiz', 'vip']);
    });

    it('rolls the requested number of dice, and answers only eyes and total', async () => {
      const { status, body } = await visit.api.get('/api/plugins/dice/rolls?sides=3&dice=20');
      expect(status).to.equal(200);
      expect(body).to.have.all.keys('eyes', 'total');
      expect(body.eyes)
        .to.have.length(20)
        .and.satisfy((eyes: number[]) => eyes.every((one) => one >= 1 && one <= 3));
      expect(body.total).to.equal(body.eyes.reduce((sum: number, one: number) => sum + one, 0));
    });

    it('refuses a die with one side', async () => {
      expect((await visit.api.get('/api/plugins/dice/rolls?sides=1')).status).to.equal(422);
    });
  });

  describe('The example graph', () => {
    const visit = new Visit();
    before(() => visit.begin(server, 'graph'));
    after(() => visit.end());

    const ask = async (query: string, headers: Record<string, string> = {}) =>
      visit.api.post('/api/plugins/graph/graphql').set(headers).send({ query });

    it('answers the fields of a query, for its caller', async () => {
      expect(await visit.plugins()).to.include('graph');
      const { status, body } = await ask('{ me articles(limit: 2) { id title } }', await visit.as('student'));
      expect(status).to.equal(200);
      const rest = await visit.api.get('/api/articles?limit=2&fields=id,title').set(await visit.as('student'));
      expect(body.data).to.deep.equal({ me: 'student', articles: rest.body.data });
    });

    it('refuses callers without a credential, and large queries', async () => {
      const nobody = await ask('{ me }');
      expect([nobody.status, nobody.body.error.code]).to.deep.equal([401, 11]);
      const large = await ask(`{ me } # ${'x'.repeat(20_000)}`, await visit.as('student'));
      expect([large.status, large.body.error.code]).to.deep.equal([413, 2]);
    });

    it('describes an invalid query in GraphQL errors, with the headers of every answer', async () => {
      const wrong = await ask('{ password }', await visit.as('student'));
      expect(wrong.status).to.be.oneOf([200, 400]);
      expect(wrong.body.errors[0].message).to.include('password');
      expect(wrong.headers).to.include({ 'x-content-type-options': 'nosniff' }).and.to.have.property('x-request-id');
    });
  });

  describe('The example perks', () => {
    const visit = new Visit();
    before(() =>
      visit.begin(server, 'perks', { perks: { byLevel: { silver: ['A mug', 'A chair'], gold: ['A desk'] } } }),
    );
    after(() => visit.end());

    it('adds a field to the list of levels, and nothing to one level', async () => {
      expect(await visit.plugins()).to.include('perks');
      const { body } = await visit.api.get('/api/plugins/vip/vip_levels');
      const perks = body.map((level: { name: string; perks: string[] }) => [level.name, level.perks]);
      expect(perks).to.deep.equal([
        ['bronze', []],
        ['silver', ['A mug', 'A chair']],
        ['gold', ['A desk']],
      ]);
      expect(body[0]).to.include.keys('id', 'monthPrice', 'createdTime');
      expect((await visit.api.get('/api/plugins/vip/vip_levels/2')).body)
        .to.include({ name: 'silver' })
        .and.not.have.property('perks');
    });

    it('lists the perks of members, and an empty list for other users', async () => {
      const perksOf = async (nickname: string) =>
        (await visit.api.get('/api/me/perks').set(await visit.as(nickname))).body;
      expect(await perksOf('newcomer')).to.deep.equal([]);
      expect(await perksOf('student')).to.deep.equal([{ text: 'A mug' }, { text: 'A chair' }]);
      expect((await visit.api.get('/api/me/perks')).status).to.equal(401);
    });
  });

  describe('The example canteen', () => {
    const visit = new Visit();
    before(() => visit.begin(server, 'canteen', { canteen: { secret } }));
    after(() => visit.end());

    const report = (body: string, key = secret) =>
      visit.api
        .post('/api/callback/LunchCard/notify')
        .set('X-Till-Signature', createHmac('sha256', key).update(body).digest('hex'))
        .type('form')
        .send(body);

    it('sells a meal for a lunch card, and withdraws the meal after the refund', async () => {
      expect(await visit.plugins()).to.include('canteen');
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

    it('answers 404 for an unknown meal', async () => {
      const wrong = await visit.api
        .post('/api/orders')
        .set(await visit.as('student'))
        .send({ targetType: 'meal', targetId: 9 });
      expect([wrong.status, wrong.body.error.message]).to.deep.equal([404, 'There is no such meal.']);
    });
  });
});
