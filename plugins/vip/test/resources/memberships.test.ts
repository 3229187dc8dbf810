import { expect } from 'chai';
import { startPlatform } from '../../../../test/support/platform.ts';
import { started } from '../../../../test/support/started.ts';
import { Shop } from '../support.ts';

const path = '/api/plugins/vip/memberships';

describe('Management of memberships', () => {
  const platform = started(startPlatform);
  let shop: Shop;
  let manager: { 'X-Auth-Token': string };

  before(async () => {
    shop = new Shop(platform);
    manager = await platform.as('manager');
  });

  const get = (url = '') => platform.api.get(`${path}${url}`).set(manager);
  const post = (input: object) => platform.api.post(path).set(manager).send(input);
  const patch = (userId: string, input: object) => platform.api.patch(`${path}/${userId}`).set(manager).send(input);
  const end = (userId: string, reason = 'left') =>
    platform.api.delete(`${path}/${userId}?reason=${reason}`).set(manager);
  const grant = { levelId: '2', days: 30, reason: 'prize' };
  const codeOf = async (answer: PromiseLike<{ status: number; body: any }>) => {
    const { status, body } = await answer;
    return [status, body.error?.code];
  };

  it('grants, extends and ends a membership, and records the reasons', async () => {
    const { clock, vipCalendar } = platform.services;
    const dayIn = (days: number) => vipCalendar.write(vipCalendar.endOfDay(clock.now(), days));
    const made = await post({ userId: '20', ...grant }).expect(201);
    expect(made.headers['location']).to.match(/\/api\/plugins\/vip\/memberships\/20$/);
    const shown = { userId: '20', nickname: 'user20', vipName: 'silver', state: 'valid', deadline: dayIn(30) };
    expect(made.body).to.include(shown);
    const extended = await patch('20', { days: 1, reason: 'apology' }).expect(200);
    expect(extended.body.deadline).to.equal(dayIn(31));
    const ended = await end('20', 'abuse').expect(200);
    expect(ended.body).to.include({ state: 'expired', deadline: dayIn(-1) });
    const { body } = await get('/20/records').expect(200);
    const changes = body.data.map(({ action, reason, managerId }: any) => [action, reason, managerId]);
    expect(changes).to.deep.equal([
      ['end', 'abuse', '8'],
      ['renew', 'apology', '8'],
      ['new', 'prize', '8'],
    ]);
    expect((await shop.eventsOf('20')).map(({ name, payload }) => [name, payload['orderSn']])).to.deep.equal([
      ['vip.new', null],
      ['vip.renew', null],
    ]);
  });

  it('rejects changes without a reason, and changes that the state forbids', async () => {
    for (const [userId, wrong] of Object.entries({ 21: { reason: undefined }, 22: { days: 0 }, 999999: {} })) {
      expect(await codeOf(post({ userId, ...grant, ...wrong })), userId).to.deep.equal([422, 9]);
    }
    expect(await codeOf(post({ userId: '21', ...grant, levelId: '99' }))).to.deep.equal([404, 10]);
    expect(await codeOf(post({ userId: '4', ...grant }))).to.deep.equal([409, 14]);
    expect(await codeOf(patch('4', { days: 5 }))).to.deep.equal([422, 9]);
    expect(await codeOf(end('4', ''))).to.deep.equal([422, 9]);
    expect(await codeOf(patch('21', { days: 5, reason: 'x' }))).to.deep.equal([404, 10]);
    expect(await codeOf(end('7'))).to.deep.equal([409, 14]);
    expect((await get('/21/records').expect(200)).body.data).to.deep.equal([]);
  });

  it('lists memberships by level, user and state, the longest first', async () => {
    await post({ userId: '23', ...grant, levelId: '3', days: 3_000 }).expect(201);
    const listed = async (query: string) =>
      (await get(`?${query}`).expect(200)).body.data.map(({ userId }: { userId: string }) => userId);
    expect((await listed('state=valid')).slice(0, 1)).to.deep.equal(['23']);
    expect(await listed('levelId=3')).to.deep.equal(['23', '7']);
    expect(await listed('levelId=3&state=expired')).to.deep.equal(['7']);
    expect(await listed('userId=4')).to.deep.equal(['4']);
    const student = await platform.as('student');
    expect(await codeOf(platform.api.get(path).set(student))).to.deep.equal([403, 13]);
  });

  it('keeps an extended membership valid when an earlier order is refunded', async () => {
    const order = await shop.buy('24', '2', { unit: 'month', num: 1 });
    await patch('24', { days: 10, reason: 'apology' }).expect(200);
    const before = await shop.membershipOf('24');
    await shop.refund(order);
    expect(await shop.membershipOf('24')).not.to.equal(before);
    expect((await get('/24').expect(200)).body.state).to.equal('valid');
  });
});
