import { expect } from 'chai';
import { createKernel, type Kernel } from 'lectern/host';
import { after, before, describe, it } from 'mocha';
import { Portability, portabilityExceptions } from '../../../../core/database/portability/index.ts';
import { logWatch } from '../../../support/log_watch.ts';
import { makeTestDatabase, type TestDatabase } from '../../../support/test_database.ts';
import { endIdle } from '../../../support/idle.ts';
import { projectRoot } from '../../../support/platform.ts';
import { SentStatements } from './sent_statements.ts';

describe('Each statement sent to the database', () => {
  const sent = new SentStatements();
  let place: TestDatabase;
  let kernel: Kernel;
  let answered: number;
  let portability: Portability;

  // No snapshot: the migrations have to run here, up with the demo data, then all that can be read, then down.
  before(async () => {
    portability = await Portability.load();
    place = await makeTestDatabase();
    // Idle platforms would add the statements of their background work.
    await endIdle();
    sent.listen();
    const env = { NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'error', ...place.env };
    const config = { demo: true, modules: { jobs: { enabled: false }, events: { enabled: false } } };
    kernel = await createKernel({ root: projectRoot, env, config, logTo: logWatch.destination([]) });
    answered = await askForAll(kernel, await kernel.listen());
    const { migrations } = kernel.services;
    for (const { name: module, migrations: own } of [...kernel.modules].reverse()) {
      await migrations.down({ ...own, module } as Parameters<typeof migrations.down>[0], own.files.length);
    }
  });
  after(async () => {
    sent.end();
    await kernel.stop();
    await place.clear();
  });

  it('is portable SQL, apart from the listed exceptions', () => {
    const used = new Set<object>();
    const breaches = [...sent.texts].flatMap((sql) =>
      portability.brokenBy(sql).flatMap(({ name, fix }) => {
        const known = portabilityExceptions.find(({ rule, statement }) => rule === name && statement.test(sql));
        if (known) used.add(known);
        return known ? [] : [`${name}: ${sql.replace(/\s+/g, ' ')} -- instead: ${fix}`];
      }),
    );
    expect(breaches).to.deep.equal([]);
    const migrated = portabilityExceptions.filter(({ file }) => file.includes('/migrations/'));
    expect(migrated.filter((one) => !used.has(one))).to.deep.equal([]);
  });

  it('is recorded, from migrations up and down to reads by GET', () => {
    const all = [...sent.texts].join('\n');
    expect(all)
      .to.match(/create table ledger_entries/)
      .and.match(/drop table ledger_entries/);
    expect(answered).to.be.above(20);
    expect(sent.texts.size).to.be.above(300);
  });

  it('has no name, because poolers share sessions among clients', () => {
    expect(sent.named).to.deep.equal([]);
  });
});

/** Sends a GET request to each route, with 1 as every parameter. @returns the number of answers with status 200 */
async function askForAll({ routes }: Kernel, url: string): Promise<number> {
  const authorization = `Basic ${Buffer.from('admin:Lectern-2026').toString('base64')}`;
  let answered = 0;
  for (const { address } of routes.filter(({ methods }) => methods.includes('GET'))) {
    const path = address.replace(/\{\w+\}/g, '1');
    const { status } = await fetch(`${url}/api${path}`, { headers: { authorization } });
    expect(status, path).to.be.below(500);
    if (status === 200) answered++;
  }
  return answered;
}
