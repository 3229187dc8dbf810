import { expect } from 'chai';
import { OPENID, provider, somewhere, startAsking } from '../asking_platform.ts';
import { prepared } from '../../../../support/started.ts';

describe('Answers of login providers', () => {
  let restore: () => void;
  let move = 0;
  let number = 0;
  let from: ReturnType<typeof somewhere>;

  const platform = prepared(startAsking);

  before(async () => {
    const { clock } = platform.kernel.services;
    const now = clock.now.bind(clock);
    // Stands still: slow requests must not age what is remembered.
    const begun = Date.now();
    clock.now = () => new Date(begun + move);
    restore = () => (clock.now = now);
  });
  after(async () => {
    restore();
    await platform.stop();
    await provider.close();
  });

  // Every test has an access token of its own, so that none is remembered from the test before.
  beforeEach(() => {
    number++;
    from = somewhere();
    move = 0;
    provider.asked.length = 0;
  });

  const get = (type: string, openid = OPENID) =>
    platform.api
      .get('/api/articles')
      .set(from)
      .query({ access_token: `remembered ${number}`, openid, type });

  it('are remembered for a minute', async () => {
    provider.says({ openid: OPENID });
    for (let times = 0; times < 5; times++) await get('weixinweb').expect(200);
    expect(provider.asked).to.have.length(1);
    move = 59_000;
    await get('weixinweb').expect(200);
    expect(provider.asked).to.have.length(1);
    move = 61_000;
    await get('weixinweb').expect(200);
    expect(provider.asked).to.have.length(2);
  });

  it('are shared by simultaneous requests', async () => {
    provider.says({ openid: OPENID });
    await Promise.all(Array.from({ length: 10 }, () => get('weixinweb').expect(200)));
    expect(provider.asked).to.have.length(1);
  });

  it('are not reused for another openid or type, nor after a refusal', async () => {
    provider.says({ errcode: 40001 });
    await get('weixinweb').expect(401);
    provider.says({ openid: OPENID });
    await get('weixinweb').expect(200);
    await get('weixinweb', 'another').expect(401);
    await get('weixinmob').expect(200);
    expect(provider.asked).to.have.length(4);
  });

  it('do not delay the lock of a user', async () => {
    const { database } = platform.kernel.services;
    provider.says({ openid: OPENID });
    await get('weixinweb').expect(200);
    await database.table('users').where({ id: 4 }).update({ locked: true });
    const { status, body } = await get('weixinweb');
    await database.table('users').where({ id: 4 }).update({ locked: false });
    expect([status, body.error?.code]).to.deep.equal([401, 6]);
    expect(provider.asked).to.have.length(1);
  });
});
