import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { startPlatform, type Platform } from '../../../../test/support/platform.ts';
import { at } from '../support.ts';

const DAY_MS = 86_400_000;
const password = 'Lectern-2026';
const everyLevel = ['1', '2', '3'];

/** Midnight in Shanghai, `days` days from today. */
function midnight(days: number): Date {
  const east = 8 * 3_600_000;
  return new Date((Math.floor((Date.now() + east) / DAY_MS) + days) * DAY_MS - east);
}

/** Last second of a day, as text. */
function endOfDay(days: number): string {
  const shown = new Date(midnight(days + 1).getTime() + 8 * 3_600_000 - 1_000);
  return shown.toISOString().replace('.000Z', '+08:00');
}

describe('memberships', () => {
  let platform: Platform;

  before(async () => {
    platform = await startPlatform();
  });
  after(() => platform.stop());

  // Signs in for each request: with a moved clock, only a token issued at that time is valid.
  const get = async (path: string, nickname: string) => platform.api.get(path).set(await platform.as(nickname));
  const grant = (levelId: string, deadline: Date) =>
    platform.kernel.services.vipMembers.grant({ userId: '9', levelId, unit: 'month', deadline, action: 'new' });

  /** Levels that the user is a member of. */
  async function levelsOf(nickname: string): Promise<string[]> {
    const found: string[] = [];
    for (const id of everyLevel) {
      const { status, body } = await get(`/api/me/vip_levels/${id}`, nickname);
      expect(status).to.equal(200);
      expect(Object.keys(body)).to.deep.equal(['isMember']);
      expect(body.isMember).to.be.a('boolean');
      if (body.isMember) found.push(id);
    }
    return found;
  }

  describe('to a level', () => {
    it('are also those to a higher one', async () => {
      expect(await levelsOf('student')).to.deep.equal(['1', '2']);
      expect(await levelsOf('newcomer')).to.deep.equal([]);
      for (const [levelId, levels] of [
        ['1', ['1']],
        ['2', ['1', '2']],
        ['3', ['1', '2', '3']],
        ['4', everyLevel],
      ] as const) {
        await grant(levelId, midnight(10));
        expect(await levelsOf('user9'), levelId).to.deep.equal(levels);
      }
    });

    it('go by the order of the levels, not by their ids', async () => {
      const { database } = platform.kernel.services;
      const setSeq = (id: string, seq: number) => database.table('vip_levels').where({ id }).update({ seq });
      await setSeq('1', 2);
      await setSeq('2', 1);
      expect(await levelsOf('student')).to.deep.equal(['2']);
      await setSeq('1', 1);
      expect(await levelsOf('student')).to.deep.equal(['1', '2']);
      await setSeq('2', 2);
    });

    it('last through the last second of their deadline', async () => {
      const deadline = midnight(201).getTime() - 1_000;
      const levelsAt = (time: number) => at(platform, new Date(time), () => levelsOf('student'));
      expect(await levelsAt(deadline)).to.deep.equal(['1', '2']);
      expect(await levelsAt(deadline + 1)).to.deep.equal([]);
    });

    it('have ended when they expired yesterday', async () => {
      expect(await levelsOf('张三')).to.deep.equal([]);
      const yesterday = new Date(midnight(0).getTime() - 1_000);
      expect(await at(platform, yesterday, () => levelsOf('张三'))).to.deep.equal(['1', '2', '3']);
    });

    it("are nobody's while membership is off", async () => {
      const { settings } = platform.kernel.services;
      const setEnabled = (enabled: boolean) => settings.update(settings.section('vip'), { enabled });
      await setEnabled(false);
      expect(await levelsOf('student')).to.deep.equal([]);
      await setEnabled(true);
      expect(await levelsOf('student')).to.deep.equal(['1', '2']);
    });

    it('are 404, code 10, where the level is disabled or missing', async () => {
      for (const id of ['4', '5', '0', 'x', '01', '9223372036854775807']) {
        const { status, body } = await get(`/api/me/vip_levels/${id}`, 'student');
        expect([status, body.error.code], id).to.deep.equal([404, 10]);
      }
    });

    it('of a disabled level are shown to managers of levels', async () => {
      expect((await get('/api/me/vip_levels/4', 'manager')).body).to.deep.equal({ isMember: false });
    });

    it('are asked for by those who have signed in', async () => {
      const { body } = await platform.api.get('/api/me/vip_levels/1').expect(401);
      expect(body.error.code).to.equal(11);
    });
  });

  describe('of a user', () => {
    it('are shown to that user, all of it as text', async () => {
      const { body } = await get('/api/plugins/vip/vip_users/4', 'student');
      expect(body).to.deep.equal({ levelId: '2', vipName: 'silver', deadline: endOfDay(200), seq: '2' });
    });

    it('are shown with their deadline when they have expired', async () => {
      const { body } = await get('/api/plugins/vip/vip_users/7', '张三');
      expect(body).to.deep.equal({ levelId: '3', vipName: 'gold', deadline: endOfDay(-1), seq: '3' });
    });

    it('are {} for who has none', async () => {
      const { status, body } = await get('/api/plugins/vip/vip_users/5', 'newcomer');
      expect([status, body]).to.deep.equal([200, {}]);
    });

    it('are 403, code 13, for everybody else, whether they are there or not', async () => {
      for (const nickname of ['newcomer', 'manager', 'admin']) {
        for (const id of ['4', '7', '9', '999', '9223372036854775807']) {
          const { status, body } = await get(`/api/plugins/vip/vip_users/${id}`, nickname);
          expect([status, body.error.code], `${id} by ${nickname}`).to.deep.equal([403, 13]);
        }
      }
    });

    it('are for those who have signed in, and 404 for what is no id', async () => {
      expect((await platform.api.get('/api/plugins/vip/vip_users/4').expect(401)).body.error.code).to.equal(11);
      expect((await get('/api/plugins/vip/vip_users/04', 'student')).body.error.code).to.equal(10);
    });

    it('stand in the answer to signing in, or null', async () => {
      const vipOf = async (username: string) =>
        (await platform.api.post('/api/user/login').send({ username, password }).expect(200)).body.user.vip;
      expect(await vipOf('student')).to.deep.equal((await get('/api/plugins/vip/vip_users/4', 'student')).body);
      expect(await vipOf('张三')).to.include({ vipName: 'gold', deadline: endOfDay(-1) });
      expect(await vipOf('newcomer')).to.equal(null);
    });
  });
});
