import { expect } from 'chai';
import type { Report } from '../../../../core/devtools/check/report.ts';
import type { Files } from '../../../support/installation.ts';
import { compiledPostgres } from '../../../support/compiled_postgres.ts';
import { declared } from './declared_faults.ts';
import { changed, type Fault } from './fault.ts';
import { atWork, unreached } from './faults_at_work.ts';
import { codes } from './faults_of_codes.ts';
import { idle } from './faults_of_parts.ts';
import { ofTables } from './faults_of_tables.ts';
import { warning, warningOfTables } from './faults_of_warnings.ts';
import { fixturePlugin, fixturePluginWithTable, Workbench } from './fixture_plugin.ts';
import { reportOf, RUNS } from './report_of.ts';

describe('The checks of a module with faults', () => {
  before(() => compiledPostgres);

  for (const faults of sharedPlugins([...declared, ...idle, ...codes, ...atWork, ...warning, ...unreached]))
    describeFaults(faults, fixturePlugin);
  for (const faults of sharedPlugins([...ofTables, ...warningOfTables])) describeFaults(faults, fixturePluginWithTable);
});

/** Faults by the plugin that they are planted in. */
function sharedPlugins(faults: readonly Fault[]): Fault[][] {
  const plugins = new Map<unknown, Fault[]>();
  for (const fault of faults)
    plugins.set(fault.plugin ?? fault, [...(plugins.get(fault.plugin ?? fault) ?? []), fault]);
  return [...plugins.values()];
}

/** Plants faults in one plugin, runs the checks once, and expects each fault and no other finding. */
function describeFaults(faults: readonly Fault[], plugin: Files): void {
  const [first, ...more] = faults;
  describe(`of a plugin with ${first!.what}${more.length > 0 ? ` and ${more.length} more faults` : ''}`, () => {
    let bench: Workbench;
    let report: Report;

    before(async () => {
      bench = new Workbench();
      if (plugin === fixturePluginWithTable) bench.addDatabase();
      const changes = faults.flatMap((fault) => fault.changes);
      const folder = bench.plugin(changed(plugin, changes));
      const slow = faults.map(({ check }) => check);
      report = await reportOf(bench, folder, { slow, runs: Math.max(...faults.map(({ runs }) => runs ?? RUNS)) });
    });
    after(() => bench.clear());

    for (const { what, check, says, file, warns } of faults) {
      it(`find ${what}, with ${check}`, () => {
        const { findings } = report.checks.find(({ name }) => name === check)!;
        const found = findings.find(({ message }) => says.test(message))!;
        const verdict = warns ? 'warned' : 'failed';
        expect(found, JSON.stringify(findings, null, 1)).to.include({
          file: `elsewhere/shelf${file && '/'}${file}`,
          verdict,
        });
        expect(found.fix).to.match(/\w+ \w+/);
      });
    }

    it('find nothing else, and count the findings', () => {
      const isExpected = (name: string, message: string) =>
        faults.some(({ check, says, also }) => check === name && (says.test(message) || also?.test(message)));
      const others = report.checks.flatMap(({ name, findings }) =>
        findings.filter(({ message }) => !isExpected(name, message)).map(({ message }) => `${name}: ${message}`),
      );
      expect(others).to.deep.equal([]);
      expect(report.passed).to.equal(faults.every(({ warns }) => warns));
    });
  });
}
