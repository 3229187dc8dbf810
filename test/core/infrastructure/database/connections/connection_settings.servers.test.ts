import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { demoPassword } from '../../../../../core/platform/users/demo_accounts.ts';
import { until } from '../../../../faults/support/until.ts';
import { Installation } from '../../../../support/installation.ts';
import { projectRoot } from '../../../../support/platform.ts';
import { ask, createDatabase, databaseName, dropDatabase } from '../../../../support/test_database.ts';

type Api = Awaited<ReturnType<Installation['serve']>>['api'];

const server = process.env['TEST_DATABASE_URL'] as string;

describe('The URL of the database in a file', function () {
  this.timeout(120_000);
  const [former, next] = ['former', 'next'].map((name) => `lectern_${name}_${randomBytes(4).toString('hex')}`) as [
    string,
    string,
  ];
  let place: Installation;
  let url: string;
  let api: Api;

  before(async () => {
    url = await createDatabase(server);
    // The server may trust every password, so roles stand for passwords: one that may not log in is refused alike.
    for (const role of [former, next]) await ask(server, `create role ${role} login superuser`);
    place = new Installation();
    place.link(join(projectRoot, 'core'), 'core');
    write(urlOf(former));
    const env = { NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'info', DATABASE_URL_FILE: join(place.root, 'url') };
    ({ api } = await place.serve({ env, config: { demo: true } }));
  });
  after(async () => {
    await place.clear();
    await dropDatabase(server, url);
    for (const role of [former, next]) await ask(server, `drop role ${role}`);
  });

  function urlOf(role: string, database = databaseName(url)): string {
    return Object.assign(new URL(url), { username: role, pathname: `/${database}` }).href;
  }
  function write(text: string): void {
    writeFileSync(join(place.root, 'url'), `${text}\n`, { mode: 0o600 });
  }
  const info = () => api.get('/api/user/info').auth('student', demoPassword);
  const read = async () => (await info()).status;

  it('is read again when the server refuses the login, for the same database only', async () => {
    expect(await read()).to.equal(200);
    await ask(server, `alter role ${former} nologin`);
    await ask(server, `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${former}'`);
    await until(async () => expect(await read()).to.equal(503), { timeout: 60_000 });
    write(urlOf(next, 'postgres'));
    const { status, body } = await info();
    expect([status, body.error.code]).to.deep.equal([503, 8]);
    write(urlOf(next));
    expect(await read()).to.equal(200);
    const users = await ask<{ usename: string }>(
      server,
      `select distinct usename from pg_stat_activity where datname = '${databaseName(url)}'`,
    );
    expect(users).to.deep.equal([{ usename: next }]);
  });
});
