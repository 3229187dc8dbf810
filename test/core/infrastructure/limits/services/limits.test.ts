import { expect } from 'chai';
import { ring, sharedLimits } from '../limits_fleet.ts';
import { started } from '../../../../support/started.ts';

describe('A limit', () => {
  const one = started(sharedLimits);

  it('answers 429 with the headers of limits when it is exceeded', async () => {
    for (let left = 3; left > 0; left--) expect((await ring(one)).body).to.include({ remaining: left - 1 });
    const { status, body, headers } = await ring(one);
    expect(status).to.equal(429);
    expect(body.error.code).to.equal(3);
    const wait = Number(headers['retry-after']);
    expect(wait).to.be.within(55, 60);
    expect(headers['ratelimit']).to.equal(`"bell";r=0;t=${wait}`);
    expect(headers['ratelimit-policy']).to.equal('"bell";q=3;w=60');
  });

  it('answers with another failure when one is given', async () => {
    for (let ringing = 0; ringing < 3; ringing++) await ring(one, 'b');
    const { status, body, headers } = await ring(one, 'b', { loud: true });
    expect([status, body.error.code]).to.deep.equal([429, 30002]);
    expect(headers['ratelimit-policy']).to.equal('"bell";q=3;w=60');
  });

  it('is deleted by a job after its end, in batches', async () => {
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
