import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import type { Report } from '../../../../core/devtools/check/report.ts';
import { runCommand } from '../../../support/command.ts';
import { ask } from '../../../support/place.ts';
import { fixturePluginWithTable, Workbench } from '../check/fixture_plugin.ts';

const server = process.env['TEST_DATABASE_URL'] as string;
const names = 'select datname from pg_database order by datname';

describe('lectern check --database', () => {
  let bench: Workbench;
  before(() => {
    bench = new Workbench().addDatabase();
  });
  after(() => bench.clear());

  it('checks on a database of its own on that server, and drops it', async () => {
    const before = await ask(server, names);
    const args = ['check', bench.plugin(fixturePluginWithTable), '--requests', '20', '--json', '--database', server];
    const { code, out, err } = await runCommand(bench.root, ...args);
    expect(out, err).to.not.equal('');
    const { checks, score } = JSON.parse(out) as Report;
    expect(checks.filter(({ findings }) => findings.length > 0)).to.deep.equal([]);
    expect({ code, score }).to.deep.equal({ code: 0, score: 100 });
    expect(await ask(server, names)).to.deep.equal(before);
  });
});
