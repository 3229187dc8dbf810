import { expect } from 'chai';
import { construct } from 'lectern/testing';
import { Jobs } from '../../../../../core/infrastructure/jobs/services/jobs.ts';
import { MeterRegistry } from '../../../../../core/hosting/telemetry/meters.ts';
import { manifest } from '../../../../support/installation.ts';
import { prepared, started } from '../../../../support/started.ts';
import { Fleet } from '../fleet.ts';

const ran: string[] = [];
Object.assign(globalThis, { scheduleProbe: ran });

const files = {
  'core/chores/module.json': manifest('chores', { requires: { jobs: '*' } }),
  'core/chores/services.js': `
    import { asValue, contributes } from 'lectern';
    const job = (name, schedule) => contributes('jobs', asValue({ name, schedule, run: async () => { globalThis.scheduleProbe.push(name); } }));
    export default {
      making: job('chores.once', { cron: '0 3 * * *', missed: 'once' }),
      leaving: job('chores.skip', { cron: '0 3 * * *', missed: 'skip' }),
      wrong: job('chores.wrong', { cron: 'daily', missed: 'skip' }),
    };`,
};

describe('Scheduled jobs', () => {
  const fleet = started(() => Fleet.make(['database', 'jobs'], files));

  const one = prepared(() => fleet.replica({ jobs: { enabled: false } }));

  afterEach(async () => {
    ran.length = 0;
    await sql('delete from jobs');
  });

  const sql = (text: string) => one.kernel.services.database.raw(text);
  /** Jobs of a replica that has just started. */
  const jobs = () => {
    const { config, database, logger, contributions, installation, jobsConfig } = one.kernel.services;
    const meters = new MeterRegistry(logger);
    return construct(Jobs, { config, database, logger, contributions, installation, jobsConfig, meters });
  };
  const dueTimes = async () => {
    const { rows } = await one.kernel.services.database.raw<{ dueAt: Date }>(
      'select due_at as "dueAt" from jobs order by name',
    );
    return rows.map(({ dueAt }) => dueAt.toISOString().slice(11));
  };

  it('wait for their first time in the configured zone', async () => {
    const replica = jobs();
    await replica.runDue();
    await replica.runDue();
    expect(ran).to.deep.equal([]);
    expect(await dueTimes()).to.deep.equal(['19:00:00.000Z', '19:00:00.000Z']);
  });

  it('run at their time, and then wait for the next', async () => {
    await jobs().runDue();
    await sql("update jobs set due_at = now() - interval '1 second'");
    await jobs().runDue();
    await jobs().runDue();
    expect(ran).to.deep.equal(['chores.once', 'chores.skip']);
    expect(await dueTimes()).to.deep.equal(['19:00:00.000Z', '19:00:00.000Z']);
  });

  it('run once after missed times, or skip them', async () => {
    await jobs().runDue();
    await sql("update jobs set due_at = now() - interval '3 days'");
    await jobs().runDue();
    await jobs().runDue();
    expect(ran).to.deep.equal(['chores.once']);
    expect(await dueTimes()).to.deep.equal(['19:00:00.000Z', '19:00:00.000Z']);
    expect(fleet.logs.join('')).to.include("The job 'chores.skip' skips a run that no server began in time");
  });

  it('run again after a replica was killed, missed or not', async () => {
    await jobs().runDue();
    await sql(
      "update jobs set due_at = now() - interval '1 hour', holder = 'gone', lease_until = now() - interval '50 minutes'",
    );
    await jobs().runDue();
    expect(ran).to.deep.equal(['chores.once', 'chores.skip']);
  });

  it('adopt a changed schedule at the next start', async () => {
    await jobs().runDue();
    await sql("update jobs set due_at = now() + interval '1 year'");
    await jobs().runDue();
    const { rows } = await one.kernel.services.database.raw<{ soon: boolean }>(
      "select due_at < now() + interval '25 hours' as soon from jobs",
    );
    expect(rows.map(({ soon }) => soon)).to.deep.equal([true, true]);
    expect(ran).to.deep.equal([]);
  });

  it('with an invalid schedule are reported at the start', () => {
    expect(fleet.logs.join('')).to.match(
      /The job 'chores\.wrong' of module 'chores' does not run: \\"schedule.cron\\" is \\"daily\\", which does not have five fields/,
    );
  });
});
