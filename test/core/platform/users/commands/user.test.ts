import { expect } from 'chai';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKernel, type Kernel } from 'lectern/host';
import { runCommand, type Printed } from '../../../../support/command.ts';
import { fillFolder } from '../../../../support/migrated_folder.ts';
import { projectRoot } from '../../../../support/platform.ts';
import { JWT_KEY } from '../support.ts';

const PASSWORD = 'a long password';

describe('lectern user', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-user-'));
  const env = { NODE_ENV: 'test', DATA_DIR: folder };

  before(() => fillFolder(folder, { demo: false }));
  after(() => {
    rmSync(folder, { recursive: true });
  });

  const user = (...args: string[]): Promise<Printed> =>
    runCommand({ root: projectRoot, env, typed: `${PASSWORD}\n${PASSWORD}\n` }, 'user', ...args);

  /** Runs `look` with the services of a kernel, which has the database alone meanwhile and starts nothing else. */
  async function inside<T>(look: (services: Kernel['services']) => Promise<T>): Promise<T> {
    const kernel = await createKernel({ root: projectRoot, env, config: { log: { level: 'silent' } } });
    const { database } = kernel.services;
    await database.start();
    return look(kernel.services).finally(() => database.stop());
  }

  const login = (name: string, password: string) =>
    inside(({ logins }) => logins.identify({ name, password, address: '127.0.0.1' }).catch(() => undefined));

  it('is named by a production start without any user', async () => {
    const lines: string[] = [];
    const production = { NODE_ENV: 'production', LECTERN_ALLOW_EMBEDDED: 'true', JWT_SECRET: JWT_KEY };
    const kernel = await createKernel({
      root: projectRoot,
      env: { ...env, ...production },
      logTo: { write: (line) => void lines.push(line) },
    });
    await kernel.start().finally(() => kernel.stop());
    const told = lines.filter((line) => line.includes('There is no user yet'));
    expect(told).to.have.length(1);
    expect(told[0]).to.include('npx lectern user create NICKNAME --role super_admin');
  });

  it('creates the first administrator with the typed password, without printing it', async () => {
    const { code, out, err } = await user('create', 'ada', '--role', 'super_admin', '--email', 'Ada@Example.com');
    expect([code, out]).to.deep.equal([0, 'Created the user ada (id 1) with ROLE_SUPER_ADMIN.\n']);
    expect(err).to.equal(`New password: \nRepeat the password: \nDatabase: embedded, ${folder}\n`);
    expect(await login('ada@example.com', PASSWORD)).to.deep.include({ id: '1', roles: ['ROLE_SUPER_ADMIN'] });
  });

  it('reads the password from the first line of standard input', async () => {
    const place = { root: projectRoot, env, piped: 'from a pipe, 1 2 3\nnot this\n' };
    const roles = ['--role', 'admin', '--role', 'ROLE_TEACHER'];
    expect((await runCommand(place, 'user', 'create', ...roles, 'bob')).code).to.equal(0);
    expect(await login('bob', 'from a pipe, 1 2 3')).to.deep.include({ roles: ['ROLE_ADMIN', 'ROLE_TEACHER'] });
  });

  it('rejects invalid passwords, taken names, unknown roles and unknown users', async () => {
    const typing = (typed: string, ...args: string[]) => runCommand({ root: projectRoot, env, typed }, 'user', ...args);
    const refused: [Printed, string][] = [
      [
        await typing('short\nshort\n', 'create', 'eve'),
        'The parameter "password" must be text of 8 to 128 characters.',
      ],
      [await typing(`${PASSWORD}\nanother one\n`, 'create', 'eve'), 'The two passwords differ'],
      [
        await typing('', 'create', 'eve'),
        'No password was given, so nothing was done. Type one, or write it to standard input.',
      ],
      [await user('create', 'ada'), 'nickname must not belong to another account'],
      [await user('create', 'eve', '--role', 'queen'), 'There is no role "queen"; write one of '],
      [await user('list', '--role', 'queen'), 'There is no role "queen"'],
      [await user('roles', 'ada', 'superadmin'), 'There is no role "superadmin"'],
      [await user('lock', 'eve'), 'There is no user "eve". List the users with: lectern user list'],
      [await user('lock', 'ada'), 'This is the last super administrator'],
    ];
    for (const [{ code, err }, says] of refused) {
      expect(code, says).to.equal(1);
      expect(err).to.include(says);
    }
  });

  it('changes no account of an application, and issues no token for it', async () => {
    await inside(({ serviceAccounts }) => serviceAccounts.add('reports'));
    const token = await runCommand({ root: projectRoot, env }, 'token', 'reports');
    for (const one of [
      await user('lock', 'reports'),
      await user('roles', 'reports', 'admin'),
      await user('password', 'reports'),
      token,
    ]) {
      expect(one.code).to.equal(1);
      expect(one.err).to.include('This is the service account of an application');
    }
  });

  it('lists and locks users, and changes roles and passwords', async () => {
    expect((await user('lock', 'bob')).out).to.equal('The user bob is locked.\n');
    const { out } = await user('list', '--role', 'teacher');
    expect(out).to.match(/^id +nickname +roles +email +locked\n2 +bob +ROLE_ADMIN, ROLE_TEACHER +locked\n$/);
    expect((await user('unlock', 'bob')).out).to.equal('The user bob is not locked.\n');
    expect((await user('roles', 'bob', 'user')).out).to.equal('The user bob has ROLE_USER.\n');
    expect((await user('password', 'bob')).out).to.equal('The user bob has a new password.\n');
    expect(await login('bob', PASSWORD)).to.deep.include({ id: '2', locked: false, roles: ['ROLE_USER'] });
    const { data } = JSON.parse((await user('list', '--json')).out) as { data: { nickname: string }[] };
    expect(data.map(({ nickname }) => nickname)).to.deep.equal(['ada', 'bob']);
  });

  it('records the changes without passwords', async () => {
    const place = { offset: 0, limit: 100 };
    const page = await inside(({ adminLogs }) => adminLogs.list(place));
    const entries = page.data.map(({ nickname, path, fields }) => [nickname, path, fields.join()]);
    expect(entries[0]).to.deep.equal(['lectern', '/users/2', 'password']);
    expect(entries[1]).to.deep.equal(['lectern', '/users/2', 'roles']);
    expect(entries.at(-1)).to.deep.equal(['lectern', '/admin_users/1', 'nickname,email,password,roles']);
    expect(page.data[1]).to.deep.include({ userId: null, after: { roles: ['ROLE_USER'] } });
    expect(JSON.stringify(page)).to.not.include(PASSWORD);
  });
});
