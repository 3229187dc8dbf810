import { expect } from 'chai';
import type { Failure } from 'lectern';
import { up } from '../../../../../core/platform/users/migrations/008_accounts_without_login.ts';
import { rolledBack } from '../../../../support/rolled_back.ts';
import { prepared, started } from '../../../../support/started.ts';
import { basic, outcome, secret, startUsers } from '../support.ts';

const CANCELLED = '31';

describe('Kinds of accounts', () => {
  const platform = started(startUsers);
  let application: string;

  const admin = prepared(() => platform.as('admin'));

  before(async () => {
    const { body } = await platform.api.post('/api/applications').set(admin).send({ name: 'Reports' }).expect(201);
    application = body.userId;
    await platform.services.accounts.erase(CANCELLED);
  });

  const others = () => [application, CANCELLED];
  const rowOf = (id: string) => platform.services.database.table('users').where({ id }).first();

  it('lets managers change nothing of applications and cancelled accounts', async () => {
    const changes: object[] = [
      { password: secret('a password of a manager') },
      { email: 'kinds@example.com' },
      { mobile: '13800009999' },
      { roles: ['ROLE_ADMIN'] },
      { locked: true },
      { nickname: 'renamed' },
      { about: 'Changed.' },
      { orgIds: ['1'] },
    ];
    for (const id of others()) {
      const before = await rowOf(id);
      for (const change of changes) {
        const answer = await platform.api.patch(`/api/users/${id}`).set(admin).send(change);
        expect(outcome(answer), `${id}: ${JSON.stringify(change)}`).to.equal('409/14');
      }
      expect(await rowOf(id)).to.deep.equal(before);
    }
  });

  it('lets managers grant nothing to applications and cancelled accounts', async () => {
    const coupon = { type: 'minus', rate: '5.00', deadline: '2099-12-31' };
    const grants = (userId: string): [string, string, object][] => [
      ['post', '/courses/20/members', { userId }],
      ['post', '/classrooms/10/members', { userId }],
      ['post', '/item_bank_exercises/4/members', { userId }],
      ['post', '/coupons', { ...coupon, userId }],
      ['post', '/plugins/vip/memberships', { userId, levelId: '1', days: 30, reason: 'A gift.' }],
      ['patch', '/courses/20', { teacherIds: [userId] }],
      ['patch', '/classrooms/10', { headTeacherId: userId }],
    ];
    for (const id of others()) {
      for (const [method, path, body] of grants(id)) {
        const answer = await platform.api[method as 'post' | 'patch'](`/api${path}`).set(admin).send(body);
        expect(outcome(answer), `${path} for ${id}`).to.equal('422/9');
      }
    }
  });

  it('lets an application change nothing of its account', async () => {
    const before = await rowOf(application);
    const headers = { 'X-Auth-Token': secret(await platform.services.tokens.issue(application)) };
    const newPassword = secret('a password of an application');
    const refused = {
      '/me': { nickname: 'renamed' },
      '/me/email': { email: 'kinds@example.com', password: newPassword },
      '/me/password': { password: newPassword, newPassword },
      '/me/pay_password': { password: newPassword, payPassword: 'hiswBkbHdujHJGAK' },
    };
    for (const [path, body] of Object.entries(refused)) {
      const { status } = await platform.api.patch(`/api${path}`).set(headers).send(body);
      expect(status, path).to.be.within(400, 499);
    }
    expect(outcome(await platform.api.delete('/api/me').set(headers))).to.match(/^4/);
    expect(outcome(await platform.api.delete('/api/me/avatar').set(headers))).to.equal('403/13');
    const { accounts } = platform.services;
    for (const change of [
      () => accounts.replacePassword(application, newPassword),
      () => accounts.erase(application),
    ]) {
      expect(await change().catch((error: unknown) => (error as Failure).kind.status)).to.be.within(403, 409);
    }
    expect(await rowOf(application)).to.deep.equal(before);
  });

  it('removes a login that a manager has given to an application, by a migration', async () => {
    await rolledBack(platform.services.database.knex, async (trx) => {
      await trx.raw('alter table users drop constraint users_service_without_login');
      const row = { password_hash: 'x', email: 'kinds@example.com', credentials_version: 4 };
      for (const id of [...others(), '32'])
        await trx('users')
          .where({ id })
          .update({ ...row, email: `${id}@example.com` });
      const token = { digest: 'd', user_id: application, expires_at: new Date(platform.clock.now().getTime() + 1e6) };
      await trx('user_tokens').insert(token);
      await up(trx);
      const rows = await trx('users')
        .whereIn('id', [...others(), '32'])
        .whereNotNull('password_hash')
        .select('id');
      expect(rows.map(({ id }) => id)).to.deep.equal(['32']);
      expect(await trx('user_tokens').where({ digest: 'd' })).to.deep.equal([]);
    });
  });

  it('does not count applications as the last super administrator', async () => {
    const roles = ['ROLE_SUPER_ADMIN'];
    await platform.api.post('/api/applications').set(admin).send({ name: 'Powerful', roles }).expect(201);
    expect(outcome(await platform.api.delete('/api/me').set(basic('admin')))).to.equal('409/14');
    const { accountEditing } = platform.services;
    for (const change of [{ locked: true }, { roles: ['ROLE_USER'] }]) {
      const refusal = await accountEditing
        .change({ id: '1' }, change)
        .catch((error: unknown) => (error as Failure).kind);
      expect(refusal).to.include({ title: 'lastAdministrator' });
    }
  });
});
