import { expect } from 'chai';
import type { Failure } from 'lectern';
import { failures } from '../../../../../core/platform/users/failures.ts';
import { prepared, started } from '../../../../support/started.ts';
import { basic, itKeepsSecrets, outcome, secret, signedIn, startUsers, whoIs, type HeaderFields } from '../support.ts';

describe('Editing and listing of users', () => {
  const platform = started(startUsers);

  const manager = prepared(() => signedIn(platform, 'manager'));

  const change = (headers: HeaderFields, id: string | number, body: object) =>
    platform.api.patch(`/api/users/${id}`).set(headers).send(body);
  const userOf = (id: string) => platform.kernel.services.users.get(id);

  it('changes names, by which the user is found', async () => {
    const names = { nickname: 'renamed', email: 'Renamed@Example.com', mobile: '13900000021', truename: 'Rena Med' };
    await change(manager, 21, { ...names, title: 'Tutor', about: 'About.' }).expect(200);
    const { body } = await platform.api.get('/api/users/21').set(manager).expect(200);
    expect(body).to.deep.include({ ...names, email: 'renamed@example.com', title: 'Tutor', about: 'About.' });
    expect(await found({ keyword: 'ena med' })).to.deep.equal(['21']);
    expect(await whoIs(platform, basic('renamed@example.com'))).to.equal('renamed');
    await change(manager, 21, { email: '', mobile: '' }).expect(200);
    expect(await userOf('21')).to.include({ email: null, mobile: null, truename: 'Rena Med' });
  });

  it('rejects taken and invalid names', async () => {
    for (const [field, taken] of Object.entries({
      nickname: 'user9',
      email: 'USER9@example.com',
      mobile: '13800000009',
    })) {
      const answer = await change(manager, 22, { [field]: taken });
      expect(outcome(answer)).to.equal('409/14');
      expect(answer.body.error.details[0].field).to.equal(field);
    }
    const wrong = [
      { nickname: '13800000022' },
      { nickname: 'a@b' },
      { nickname: 'a b' },
      { email: 'a' },
      { mobile: '1' },
    ];
    for (const body of [...wrong, { password: 'short' }]) {
      expect(outcome(await change(manager, 22, body)), JSON.stringify(body)).to.equal('422/9');
    }
  });

  it('rejects a change after one by a manager, the user or a command: 412', async () => {
    const user24 = await signedIn(platform, 'user24');
    const meanwhile = {
      names: () => change(manager, 24, { title: 'Tutor' }).expect(200),
      departments: () => change(manager, 24, { orgIds: ['2'] }).expect(200),
      profile: () => platform.api.patch('/api/me').set(user24).send({ about: 'Me.' }).expect(200),
      lock: () => platform.services.accountEditing.change({ id: '24' }, { locked: true }),
    };
    for (const [what, act] of Object.entries(meanwhile)) {
      const tag = (await platform.api.get('/api/users/24').set(manager).expect(200)).headers['etag'] as string;
      await act();
      const answer = await change(manager, 24, { truename: what }).set('If-Match', tag);
      expect(outcome(answer), what).to.equal('412/14');
    }
    const { body, headers } = await platform.api.get('/api/users/24').set(manager).expect(200);
    expect(body.truename).to.equal('User 24');
    await change(manager, 24, { truename: 'Seen' })
      .set('If-Match', headers['etag'] as string)
      .expect(200);
  });

  it('sets a password, and revokes all credentials', async () => {
    const headers = await signedIn(platform, 'user23');
    const password = secret('a new password of user23');
    await change(manager, 23, { password }).expect(200);
    expect(outcome(await platform.api.get('/api/user/info').set(headers))).to.equal('401/5');
    expect(await whoIs(platform, basic('user23', password))).to.equal('user23');
  });

  const found = async (query: object) => {
    const { body } = await platform.api.get('/api/users').query(query).set(manager).expect(200);
    return body.data.map(({ id }: { id: string }) => id);
  };

  it('lists users by keyword, role, lock and department', async () => {
    expect(await found({ limit: 3 })).to.deep.equal(['1', '2', '3']);
    expect(await found({ role: 'ROLE_PROJECT_PLANNER' })).to.deep.equal(['2']);
    expect(await found({ locked: true, keyword: 'lock' })).to.deep.equal(['6']);
    expect(await found({ locked: false, keyword: 'lock' })).to.deep.equal([]);
    expect(await found({ orgIds: [1], limit: 2 })).to.deep.equal(['10', '15']);
    const { body } = await platform.api.get('/api/users?limit=1&offset=3').set(manager).expect(200);
    expect(body.data[0]).to.deep.include({ nickname: 'student', email: 'student@example.com', locked: false });
  });

  it('lists the roles with their permissions', async () => {
    const { body } = await platform.api.get('/api/roles').set(manager).expect(200);
    expect(body.map(({ name }: { name: string }) => name)).to.include.members(['ROLE_USER', 'ROLE_SUPER_ADMIN']);
    expect(body).to.deep.include({ name: 'ROLE_PROJECT_PLANNER', permissions: ['admin_project_plan_manage'] });
  });

  it('keeps the last super administrator', async () => {
    const { accountEditing } = platform.services;
    const refused = async (id: string, body: object) => {
      const before = await userOf(id);
      const error = await accountEditing.change({ id }, body).catch((thrown: unknown) => thrown);
      expect((error as Failure).kind).to.equal(failures.lastAdministrator);
      expect(await userOf(id)).to.deep.equal(before);
    };
    for (const body of [{ locked: true }, { roles: ['ROLE_ADMIN'] }]) await refused('1', body);
    await accountEditing.change({ id: '20' }, { roles: ['ROLE_SUPER_ADMIN'] });
    await accountEditing.change({ id: '1' }, { roles: ['ROLE_USER'] });
    await refused('20', { locked: true });
    await accountEditing.change({ id: '1' }, { roles: ['ROLE_SUPER_ADMIN'] });
  });

  itKeepsSecrets(() => platform.logs);
});
