import { expect } from 'chai';
import { startPlatform } from '../../../../test/support/platform.ts';
import { started } from '../../../../test/support/started.ts';
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

describe('Memberships', () => {
  const platform = started(startPlatform);

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

  describe('GET /me/vip_levels/{id}', () => {
    it('counts a membership of a higher level, too', async () => {
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

    it('compares levels by seq, not by id', async () => {
      const { database } = platform.kernel.services;
      const setSeq = (id: string, seq: number) => database.table('vip_levels').where({ id }).update({ seq });
      await setSeq('1', 2);
      await setSeq('2', 1);
      expect(await levelsOf('student')).to.deep.equal(['2']);
      await setSeq('1', 1);
      expect(await levelsOf('student')).to.deep.equal(['1', '2']);
      await setSeq('2', 2);
    });

    it('counts a membership until the last second of its deadline', async () => {
      const deadline = midnight(201).getTime() - 1_000;
      const levelsAt = (time: number) => at(platform, new Date(time), () => levelsOf('student'));
      expect(await levelsAt(deadline)).to.deep.equal(['1', '2']);
      expect(await levelsAt(deadline + 1)).to.deep.equal([]);
    });

    it('does not count an expired membership', async () => {
      expect(await levelsOf('张三')).to.deep.equal([]);
      const yesterday = new Date(midnight(0).getTime() - 1_000);
      expect(await at(platform, yesterday, () => levelsOf('张三'))).to.deep.equal(['1', '2', '3']);
    });

    it('finds no membership while memberships are disabled', async () => {
      const { settings } = platform.kernel.services;
      const setEnabled = (enabled: boolean) => settings.update(settings.section('vip'), { enabled });
      await setEnabled(false);
      expect(await levelsOf('student')).to.deep.equal([]);
      await setEnabled(true);
      expect(await levelsOf('student')).to.deep.equal(['1', '2']);
    });

    it('answers 404, code 10, for a disabled or unknown level', async () => {
      for (const id of ['4', '5', '0', 'x', '01', '9223372036854775807']) {
        const { status, body } = await get(`/api/me/vip_levels/${id}`, 'student');
        expect([status, body.error.code], id).to.deep.equal([404, 10]);
      }
    });

    it('answers managers about a disabled level', async () => {
      expect((await get('/api/me/vip_levels/4', 'manager')).body).to.deep.equal({ isMember: false });
    });

    it('requires a signed-in caller', async () => {
      const { body } = await platform.api.get('/api/me/vip_levels/1').expect(401);
      expect(body.error.code).to.equal(11);
    });
  });

  describe('GET /plugins/vip/vip_users/{id}', () => {
    it('shows users their own membership, all values as text', async () => {
      const { body } = await get('/api/plugins/vip/vip_users/4', 'student');
      expect(body).to.deep.equal({ levelId: '2', vipName: 'silver', deadline: endOfDay(200), seq: '2' });
    });

    it('shows an expired membership with its deadline', async () => {
      const { body } = await get('/api/plugins/vip/vip_users/7', '张三');
      expect(body).to.deep.equal({ levelId: '3', vipName: 'gold', deadline: endOfDay(-1), seq: '3' });
    });

    it('answers {} for a user without a membership', async () => {
      const { status, body } = await get('/api/plugins/vip/vip_users/5', 'newcomer');
      expect([status, body]).to.deep.equal([200, {}]);
    });

    it('answers 403, code 13, to all other users, for unknown ids too', async () => {
      for (const nickname of ['newcomer', 'manager', 'admin']) {
        for (const id of ['4', '7', '9', '999', '9223372036854775807']) {
          const { status, body } = await get(`/api/plugins/vip/vip_users/${id}`, nickname);
          expect([status, body.error.code], `${id} by ${nickname}`).to.deep.equal([403, 13]);
        }
      }
    });

    it('requires a signed-in caller, and answers 404 for an invalid id', async () => {
      expect((await platform.api.get('/api/plugins/vip/vip_users/4').expect(401)).body.error.code).to.equal(11);
      expect((await get('/api/plugins/vip/vip_users/04', 'student')).body.error.code).to.equal(10);
    });

    it('agrees with the membership in the answer to a login', async () => {
      const vipOf = async (username: string) =>
        (await platform.api.post('/api/user/login').send({ username, password }).expect(200)).body.user.vip;
      expect(await vipOf('student')).to.deep.equal((await get('/api/plugins/vip/vip_users/4', 'student')).body);
      expect(await vipOf('张三')).to.include({ vipName: 'gold', deadline: endOfDay(-1) });
      expect(await vipOf('newcomer')).to.equal(null);
    });
  });
});
