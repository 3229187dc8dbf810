import { expect } from 'chai';
import { startPlatform } from '../../../../test/support/platform.ts';
import { started } from '../../../../test/support/started.ts';

const path = '/api/plugins/vip/memberships';
const AT_ONCE = 5;

describe('Simultaneous changes of one membership', () => {
  const platform = started(startPlatform);

  it('grant and end it once, and add every extension', async () => {
    const manager = await platform.as('manager');
    const all = (send: () => PromiseLike<{ status: number }>) =>
      Promise.all(Array.from({ length: AT_ONCE }, async () => (await send()).status));
    const grants = await all(() =>
      platform.api.post(path).set(manager).send({ userId: '20', levelId: '2', days: 30, reason: 'prize' }),
    );
    expect(grants.sort()).to.deep.equal([201, ...Array<number>(AT_ONCE - 1).fill(409)]);
    const extensions = await all(() =>
      platform.api.patch(`${path}/20`).set(manager).send({ days: 1, reason: 'apology' }),
    );
    expect(new Set(extensions)).to.deep.equal(new Set([200]));
    const { vipCalendar, clock } = platform.services;
    const { body } = await platform.api.get(`${path}/20`).set(manager).expect(200);
    expect(new Date(body.deadline as string)).to.deep.equal(vipCalendar.endOfDay(clock.now(), 30 + AT_ONCE));
    const ended = await all(() => platform.api.delete(`${path}/20?reason=over`).set(manager));
    expect(ended.sort()).to.deep.equal([200, ...Array<number>(AT_ONCE - 1).fill(409)]);
  });
});
