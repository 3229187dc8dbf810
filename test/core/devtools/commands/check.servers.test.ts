import { expect } from 'chai';
import pg from 'pg';
import type { Report } from '../../../../core/devtools/check/report.ts';
import { runCommand } from '../../../support/command.ts';
import { ask } from '../../../support/test_database.ts';
import { fixturePluginWithTable, Workbench } from '../check/fixture_plugin.ts';

const server = process.env['TEST_DATABASE_URL'] as string;
const names = 'select datname from pg_database';

/** Names of the databases that this process creates meanwhile; other processes create some on the same server. */
async function createdBy(work: () => Promise<void>): Promise<readonly string[]> {
  const created: string[] = [];
  const query = Reflect.get(pg.Client.prototype, 'query') as (this: unknown, ...given: unknown[]) => unknown;
  Reflect.set(pg.Client.prototype, 'query', function (this: unknown, ...given: unknown[]) {
    const [, name] = /^create database (\S+)/.exec(String(given[0])) ?? [];
    if (name !== undefined) created.push(name);
    return query.apply(this, given);
  });
  try {
    await work();
  } finally {
    Reflect.set(pg.Client.prototype, 'query', query);
  }
  return created;
}

describe('lectern check --database', () => {
  let bench: Workbench;
  before(() => {
    bench = new Workbench().addDatabase();
  });
  after(() => bench.clear());

  it('creates a database on the given server and drops it', async () => {
    const args = ['check', bench.plugin(fixturePluginWithTable), '--requests', '20', '--json', '--database', server];
    const created = await createdBy(async () => {
      const { code, out, err } = await runCommand(bench.root, ...args);
      expect(out, err).to.not.equal('');
      const { checks, passed } = JSON.parse(out) as Report;
      expect(checks.filter(({ findings }) => findings.length > 0)).to.deep.equal([]);
      expect({ code, passed }).to.deep.equal({ code: 0, passed: true });
    });
    expect(created).to.not.deep.equal([]);
    const left = (await ask(server, names)) as { datname: string }[];
    expect(left.filter(({ datname }) => created.includes(datname))).to.deep.equal([]);
  });
});
