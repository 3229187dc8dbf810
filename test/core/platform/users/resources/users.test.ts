import { expect } from 'chai';
import { Roles } from '../../../../../core/kernel/auth/roles.ts';
import { substitute } from '../../../infrastructure/jobs/fleet.ts';
import { basic, itKeepsSecrets, outcome, signedIn, startUsers, whoIs, type HeaderFields } from '../support.ts';
import { prepared } from '../../../../support/started.ts';

const roles = [
  'ROLE_ADMIN',
  'ROLE_USER',
  'ROLE_TEACHER',
  'ROLE_PROJECT_PLANNER',
  'ROLE_SUPER_ADMIN',
  'ROLE_CLERK',
  'ROLE_ROOT',
];

describe('PATCH /users/{id}', () => {
  const more = { ROLE_CLERK: ['admin_user'], ROLE_ROOT: ['*'] };
  let endRoles: () => void;
  let manager: HeaderFields;
  let admin: HeaderFields;
  /** Holds `admin_user` alone. */
  let clerk: HeaderFields;

  const platform = prepared(startUsers);

  before(async () => {
    const { roles: present } = platform.kernel.services;
    const declared = Object.fromEntries(present.names.map((name) => [name, present.codesOf(name)]));
    endRoles = substitute(present, new Roles([declared, more]));
    manager = await signedIn(platform, 'manager');
    admin = await signedIn(platform, 'admin');
    clerk = await signedIn(platform, 'user18');
    await change(admin, 18, { roles: ['ROLE_CLERK'] }).expect(200);
  });
  after(async () => {
    endRoles();
    await platform.stop();
  });

  const change = (headers: HeaderFields, id: string | number, body: object) =>
    platform.api.patch(`/api/users/${id}`).set(headers).send(body);
  const userOf = (id: string) => platform.kernel.services.users.get(id);

  it('gives roles, and masks e-mail address and number in its answer', async () => {
    const { body } = await change(manager, 9, { roles: ['ROLE_USER', 'ROLE_TEACHER'] }).expect(200);
    expect(body).to.deep.include({
      id: '9',
      nickname: 'user9',
      roles: ['ROLE_USER', 'ROLE_TEACHER'],
      email: 'u***@example.com',
      verifiedMobile: '138****0009',
    });
    expect((await userOf('9')).roles).to.deep.equal(['ROLE_USER', 'ROLE_TEACHER']);
  });

  it('locks and unlocks, and keeps the other fields', async () => {
    const before = await userOf('10');
    await change(manager, 10, { locked: true }).expect(200);
    expect(outcome(await platform.api.get('/api/user/info').set(basic('user10')))).to.equal('401/6');
    expect(await userOf('10')).to.deep.equal({ ...before, locked: true });
    await change(manager, 10, { locked: false }).expect(200);
    expect(await whoIs(platform, basic('user10'))).to.equal('user10');
    expect(await userOf('10')).to.deep.equal(before);
  });

  it('changes roles and lock at once, or nothing', async () => {
    const { body } = await change(manager, 11, { locked: true, roles: ['ROLE_TEACHER'] }).expect(200);
    expect(body.roles).to.deep.equal(['ROLE_TEACHER']);
    expect(await userOf('11')).to.deep.include({ locked: true, roles: ['ROLE_TEACHER'] });
    const before = await userOf('12');
    const token = await signedIn(platform, 'user12');
    await change(manager, 12, {}).expect(200);
    expect(await userOf('12')).to.deep.equal(before);
    expect(await whoIs(platform, token)).to.equal('user12');
  });

  it('ignores all other fields', async () => {
    const before = await userOf('13');
    const everything = { id: '1', uuid: 'x', avatar: {}, orgIds: [1], credentialsVersion: 7, destroyed: true };
    await change(manager, 13, { ...everything, password_hash: 'x', havePayPassword: true }).expect(200);
    expect(await userOf('13')).to.deep.equal(before);
    expect(await whoIs(platform, basic('user13'))).to.equal('user13');
  });

  it('rejects changes of the own account: 403, code 13', async () => {
    for (const [headers, id] of [
      [manager, '8'],
      [admin, '1'],
    ] as const) {
      const bodies = [
        { locked: true },
        { locked: false },
        { roles: ['ROLE_SUPER_ADMIN'] },
        { password: 'another-one' },
      ];
      for (const body of bodies) {
        const before = await userOf(id);
        expect(outcome(await change(headers, id, body))).to.equal('403/13');
        expect(await userOf(id)).to.deep.equal(before);
      }
    }
  });

  const refuses = async (headers: HeaderFields, [id, body]: readonly [string, object], says: string) => {
    const before = await userOf(id);
    const answer = await change(headers, id, body);
    expect(outcome(answer), JSON.stringify(body)).to.equal('403/13');
    expect(answer.body.error.message).to.include(says);
    expect(await userOf(id)).to.deep.equal(before);
  };

  it('rejects changes of an account with permissions that the caller lacks: 403, code 13', async () => {
    for (const body of [{ locked: true }, { roles: ['ROLE_USER'] }, {}]) {
      await refuses(manager, ['1', body], 'The account has permissions that you do not have');
      await refuses(manager, ['2', body], 'The account has permissions that you do not have');
    }
    await change(admin, 14, { roles: ['ROLE_SUPER_ADMIN'] }).expect(200);
    expect(outcome(await change(manager, 14, { locked: true }))).to.equal('403/13');
    await change(admin, 14, { roles: ['ROLE_USER'], locked: true }).expect(200);
    await change(manager, 14, { locked: false }).expect(200);
  });

  it('rejects a role with permissions that the caller lacks: 403, code 13', async () => {
    for (const role of ['ROLE_SUPER_ADMIN', 'ROLE_ROOT', 'ROLE_PROJECT_PLANNER']) {
      for (const headers of [manager, clerk]) {
        await refuses(headers, ['19', { roles: ['ROLE_USER', role], locked: true }], 'The role has permissions');
      }
    }
    await refuses(clerk, ['19', { roles: ['ROLE_ADMIN'] }], 'The role has permissions');
    await refuses(clerk, ['8', { roles: [] }], 'The account has');
    await change(clerk, 19, { roles: ['ROLE_USER', 'ROLE_CLERK'] }).expect(200);
    await change(manager, 19, { roles: ['ROLE_ADMIN'] }).expect(200);
    await change(admin, 20, { roles: ['ROLE_ROOT'] }).expect(200);
    await change(await signedIn(platform, 'user20'), 19, { roles: ['ROLE_SUPER_ADMIN'] }).expect(200);
  });

  it('rejects roles that no module declares, and lists the known ones: 422, code 9', async () => {
    for (const list of [
      ['ROLE_NONE'],
      ['ROLE_USER', 'ROLE_NONE'],
      ['role_user'],
      ['*'],
      ['admin_user'],
      [' ROLE_USER'],
      ['__proto__'],
      ['constructor'],
    ]) {
      const answer = await change(manager, 15, { roles: list });
      expect(outcome(answer)).to.equal('422/9');
      const [{ field, message }] = answer.body.error.details;
      expect(field).to.equal('roles');
      expect(message).to.equal(`must contain only ${roles.join(', ')}`);
    }
    expect((await userOf('15')).roles).to.deep.equal(['ROLE_USER']);
  });

  it('checks parameters before it looks for the user: 422, code 9', async () => {
    for (const id of ['8', '1', '4000']) {
      expect(outcome(await change(manager, id, { roles: ['ROLE_NONE'] }))).to.equal('422/9');
      expect(outcome(await change(manager, id, { locked: 'perhaps' }))).to.equal('422/9');
    }
  });

  it('answers 404, code 10, for an unknown user', async () => {
    for (const id of [
      '4000',
      '9223372036854775807',
      '9223372036854775808',
      '0',
      '01',
      '-1',
      'abc',
      '1e3',
      '%20',
      '9%00',
    ]) {
      for (const body of [{ locked: true }, { locked: false }, { roles: ['ROLE_USER'] }, {}]) {
        expect(outcome(await change(manager, id, body)), id).to.equal('404/10');
      }
    }
  });

  it('takes a permission away with the role, from the next request on', async () => {
    const headers = await signedIn(platform, 'user16');
    expect(outcome(await change(headers, 17, { locked: false }))).to.equal('403/13');
    await change(admin, 16, { roles: ['ROLE_ADMIN'] }).expect(200);
    expect(outcome(await change(headers, 17, { locked: false }))).to.equal('200');
    await change(admin, 16, { roles: [] }).expect(200);
    expect(outcome(await change(headers, 17, { locked: false }))).to.equal('403/13');
    expect(await whoIs(platform, headers)).to.equal('user16');
  });

  itKeepsSecrets(() => platform.logs);
});
