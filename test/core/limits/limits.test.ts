import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { after, afterEach, before, beforeEach, describe, it } from 'mocha';
import { manifest } from '../../support/installation.ts';
import { eventually, Fleet, type Replica } from '../jobs/fleet.ts';
import { Way } from './way.ts';

const modules = ['database', 'jobs', 'limits'];
const redisUrl = process.env.TEST_REDIS_URL;
const databaseUrl = process.env.TEST_DATABASE_URL;

/** A bell that may be rung three times a minute by everybody. */
const bells = {
  'core/bells/module.json': manifest('bells', { requires: { limits: '*' } }),
  'core/bells/resources/bells.js': `
    import { defineFailures, defineResource, input, raw } from 'lectern';
    import { refusal } from '../../limits/index.ts';
    const failures = defineFailures({ tooLoud: [30002, 429, 'Not so loud.'] });
    const rule = { points: 3, seconds: 60 };
    export default defineResource('/bells', {
      uses: ['limits'],
      add: {
        open: true,
        accepts: { by: input.text(), loud: input.optional(input.bool()) },
        returns: [raw],
        async run({ limits }, { input: { by, loud } }) {
          const standing = await limits.counter('bell', rule).take(by);
          if (!standing.allowed) throw refusal('bell', standing, loud ? failures.tooLoud : undefined);
          return standing;
        },
      },
    });`,
};

const quiet = { jobs: { enabled: false } };
const prefixed = () => ({ ...quiet, limits: { keyPrefix: `test_${randomBytes(6).toString('hex')}` } });

/** Rings, and tells how long the answer took. */
async function ring({ api }: Replica, by = 'a', input: object = {}) {
  const started = Date.now();
  const answer = await api.post('/api/bells').send({ by, ...input });
  return Object.assign(answer, { tookMs: Date.now() - started });
}

/** Answered 503 in time, with the moment to come back. */
function expectUnavailable(answer: Awaited<ReturnType<typeof ring>>): void {
  expect(answer.status).to.equal(503);
  expect(answer.body.error.code).to.equal(8);
  expect(answer.headers['retry-after']).to.equal('5');
  expect(answer.tookMs).to.be.below(2000);
}

describe('a limit', () => {
  let fleet: Fleet;
  let one: Replica;

  before(async () => {
    fleet = await Fleet.make(modules, bells);
    one = await fleet.replica(prefixed());
  });
  after(() => fleet.clear());

  it('that is exceeded is answered 429 with the headers of limits', async () => {
    for (let left = 3; left > 0; left--) expect((await ring(one)).body).to.include({ remaining: left - 1 });
    const { status, body, headers } = await ring(one);
    expect(status).to.equal(429);
    expect(body.error.code).to.equal(3);
    const wait = Number(headers['retry-after']);
    expect(wait).to.be.within(55, 60);
    expect(headers['ratelimit']).to.equal(`"bell";r=0;t=${wait}`);
    expect(headers['ratelimit-policy']).to.equal('"bell";q=3;w=60');
  });

  it('may be refused with a failure of its own', async () => {
    for (let ringing = 0; ringing < 3; ringing++) await ring(one, 'b');
    const { status, body, headers } = await ring(one, 'b', { loud: true });
    expect([status, body.error.code]).to.deep.equal([429, 30002]);
    expect(headers['ratelimit-policy']).to.equal('"bell";q=3;w=60');
  });

  it('that has ended is deleted by a job, in batches, and one that counts stays', async () => {
    const { database, jobs } = one.kernel.services;
    await ring(one, 'c');
    const [before] = await database.table('limit_counters').count({ rows: '*' });
    await database.raw(
      `insert into limit_counters (key, points, expire) select 'old:' || n, 1, ? from generate_series(1, 2500) n`,
      [Date.now() - 2 * 3_600_000],
    );
    await jobs.run('limits.expired_counters');
    expect(await database.table('limit_counters').count({ rows: '*' })).to.deep.equal([before]);
    expect((await ring(one, 'c')).body).to.include({ remaining: 1 });
  });
});

const onRedis = redisUrl ? describe : describe.skip;
onRedis('limits whose Redis is away', () => {
  let fleet: Fleet;
  let way: Way;

  before(async () => {
    fleet = await Fleet.make(modules, bells);
  });
  beforeEach(async () => {
    way = await Way.to(redisUrl!, 6379);
  });
  afterEach(() => way.close());
  after(() => fleet.clear());

  const replica = () => fleet.replica(prefixed(), { REDIS_URL: way.lead(redisUrl!) });
  const rings = async (one: Replica) => eventually(async () => (await ring(one)).status === 200);

  const remarksOf = async (one: Replica): Promise<string> => {
    const { body } = await one.api.get('/readyz').expect(200);
    return JSON.stringify(body.remarks ?? []);
  };
  const isWell = async (one: Replica) => (await remarksOf(one)) === '[]';

  it('let nothing through, say so in time and in /readyz, and count again when it is back', async () => {
    const one = await replica();
    expect((await ring(one)).body).to.include({ remaining: 2 });
    expect(await remarksOf(one)).to.equal('[]');
    await way.close();
    expectUnavailable(await ring(one));
    expectUnavailable(await ring(one));
    expect(await remarksOf(one)).to.include('Limits cannot be counted');
    await way.open();
    await eventually(() => isWell(one));
    expect((await ring(one)).body, 'nothing was forgotten').to.include({ remaining: 1 });
    const told = fleet.logs.filter((line) => line.includes('Limits cannot be counted'));
    expect(told, 'said once').to.have.lengthOf(1);
    expect(fleet.logs.join('')).to.include('Limits are counted again');
  });

  it('do not wait for a network that went silent', async () => {
    const one = await replica();
    await ring(one);
    way.silence();
    expectUnavailable(await ring(one));
    expect(await remarksOf(one)).to.include('Limits cannot be counted');
    await way.open();
    await rings(one);
  });

  it('refuse at once what comes while it is away, even if it is back a moment later', async () => {
    const one = await replica();
    let answer: Awaited<ReturnType<typeof ring>> | undefined;
    // On a slow machine it may be back before it is asked.
    for (let tries = 1; answer?.status !== 503 && tries <= 5; tries++) {
      await way.close();
      expectUnavailable(await ring(one, `${tries}`));
      const asked = ring(one, `${tries}`);
      [answer] = await Promise.all([asked, way.open()]);
      await eventually(() => isWell(one));
    }
    expectUnavailable(answer!);
  });

  for (const how of ['close', 'silence'] as const) {
    it(`do not keep the platform from starting (${how})`, async () => {
      await way[how]();
      const one = await replica();
      expectUnavailable(await ring(one));
      await way.open();
      await rings(one);
    });
  }

  it('do not tell the password of Redis', async () => {
    const url = new URL(redisUrl!);
    url.username = 'nobody';
    url.password = 'open-sesame';
    const one = await fleet.replica(prefixed(), { REDIS_URL: url.href });
    const answer = await ring(one);
    expectUnavailable(answer);
    const remarks = await remarksOf(one);
    expect(remarks).to.include('Limits cannot be counted').and.not.include('open-sesame');
    expect(fleet.logs.join('')).to.include('WRONGPASS');
    expect(fleet.logs.join('') + answer.text).to.not.include('open-sesame');
  });
});

const onServer = databaseUrl ? describe : describe.skip;
onServer('limits whose database is away', () => {
  let fleet: Fleet;
  let way: Way;

  before(async () => {
    fleet = await Fleet.make(modules, bells);
    way = await Way.to(databaseUrl!, 5432);
  });
  after(async () => {
    await fleet.clear();
    await way.close();
  });

  it('let nothing through, in time, and count again when it is back', async () => {
    const one = await fleet.replica(prefixed(), { DATABASE_URL: way.lead(fleet.env['DATABASE_URL']!) });
    await ring(one);
    await way.close();
    expectUnavailable(await ring(one));
    await way.open();
    await eventually(async () => (await ring(one)).status === 200);
    way.silence();
    expectUnavailable(await ring(one));
    await way.close();
    await way.open();
    await eventually(async () => (await ring(one, 'b')).status === 200);
  });
});
