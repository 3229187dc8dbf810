import { expect } from 'chai';
import { construct } from 'lectern/testing';
import type { JobsConfig } from '../../../../../core/infrastructure/jobs/services.ts';
import { Jobs } from '../../../../../core/infrastructure/jobs/services/jobs.ts';
import { MeterRegistry } from '../../../../../core/hosting/telemetry/meters.ts';
import { prepared, started } from '../../../../support/started.ts';
import { eventually, Fleet, rejectionOf } from '../fleet.ts';
import { files, probe } from '../chores.ts';

interface Row {
  due_in: string;
  holder: string | null;
  last_ended_at: Date | null;
  last_error: string | null;
}

describe('Jobs', () => {
  const fleet = started(() => Fleet.make(['database', 'jobs'], files));

  const one = prepared(() => fleet.replica({ jobs: { enabled: false } }));

  afterEach(async () => {
    probe.runs = 0;
    probe.work = async () => {};
    await one.kernel.services.database.raw('delete from jobs');
  });

  const jobs = () => one.kernel.services.jobs;
  const sql = (text: string) => one.kernel.services.database.raw(text);

  async function row(name = 'chores.sweeping'): Promise<Row> {
    const { rows } = await one.kernel.services.database.raw<Row>(
      `select extract(epoch from due_at - now())::int4 as due_in, holder, last_ended_at, last_error
       from jobs where name = ?`,
      [name],
    );
    return rows[0]!;
  }

  /** A job that runs until `end` is called. */
  function longWork(): { end: () => void } {
    const control = { end: () => {} };
    probe.work = () =>
      new Promise((resolve) => {
        control.end = resolve;
      });
    return control;
  }

  it('run when they are new, and then once per period', async () => {
    await jobs().runDue();
    await jobs().runDue();
    expect(probe.runs).to.equal(1);
    const { due_in, ...rest } = await row();
    expect(Number(due_in)).to.be.within(55, 60);
    expect(rest).to.deep.include({ holder: null, last_error: null });
    expect(rest.last_ended_at).to.be.instanceOf(Date);
    await sql(`update jobs set due_at = now() - interval '1 second'`);
    await jobs().runDue();
    expect(probe.runs).to.equal(2);
  });

  it('do not run twice at once', async () => {
    const work = longWork();
    const running = jobs().runDue();
    await eventually(() => probe.runs === 1);
    await jobs().runDue();
    expect(await rejectionOf(jobs().run('chores.sweeping')))
      .to.have.property('message')
      .that.includes('running already');
    work.end();
    await running;
    expect(probe.runs).to.equal(1);
  });

  it('are taken over from a killed replica, not before its lease ends', async () => {
    await sql(`insert into jobs (name, due_at, holder, lease_until)
      values ('chores.sweeping', now(), 'somebody dead', now() + interval '20 seconds')`);
    await jobs().runDue();
    expect(probe.runs).to.equal(0);
    await sql(`update jobs set lease_until = now() - interval '1 second' where name = 'chores.sweeping'`);
    await jobs().runDue();
    expect(probe.runs).to.equal(1);
    expect(await row()).to.include({ holder: null });
  });

  it('leave their row to another replica that has taken over their lease', async () => {
    const work = longWork();
    const running = jobs().runDue();
    await eventually(() => probe.runs === 1);
    await sql(`update jobs set holder = 'another replica' where name = 'chores.sweeping'`);
    work.end();
    await running;
    expect(await row()).to.include({ holder: 'another replica', last_ended_at: null });
    expect(fleet.logs.join('')).to.include("The lease of the job 'chores.sweeping' expired while the job was running");
  });

  it('are logged when they fail, run again and do not block others', async () => {
    probe.work = () => Promise.reject(new Error('The broom is broken.'));
    await jobs().runDue();
    expect(await row()).to.include({ holder: null, last_error: 'The broom is broken. (core/chores/services.js:5)' });
    expect((await row('chores.dusting')).last_ended_at).to.be.instanceOf(Date);
    expect(fleet.logs.join('')).to.include("The job 'chores.sweeping' of module 'chores' failed; it runs again at ");
    probe.work = async () => {};
    await sql('update jobs set due_at = now()');
    await jobs().runDue();
    expect(probe.runs).to.equal(2);
    expect(await row()).to.include({ last_error: null });
  });

  it('run by name at any time, and report their failure', async () => {
    await jobs().run('chores.sweeping');
    await jobs().run('chores.sweeping');
    expect(probe.runs).to.equal(2);
    probe.work = () => Promise.reject(new Error('The broom is broken.'));
    expect(await rejectionOf(jobs().run('chores.sweeping'))).to.include({ message: 'The broom is broken.' });
    const unknown = await rejectionOf(jobs().run('chores.cooking'));
    expect(unknown.message).to.equal("There is no job 'chores.cooking'. The jobs are chores.sweeping, chores.dusting.");
  });

  it('are ignored when no module contributes them', async () => {
    await sql(`insert into jobs (name, due_at) values ('gone.module', now() - interval '1 day')`);
    await jobs().runDue();
    expect(await row('gone.module')).to.include({ holder: null, last_ended_at: null });
    expect(probe.runs).to.equal(1);
  });

  it('are left out and reported when their name is taken', async () => {
    await jobs().runDue();
    expect(fleet.logs.join('')).to.include(
      "The job 'chores.sweeping' of module 'chores' does not run: module 'chores' has a job of this name, too; rename one of them",
    );
  });

  describe('in a replica', () => {
    it('run on their own, and delay a stop', async () => {
      const own = jobsOf({ enabled: true, pollSeconds: 0.05 });
      own.start();
      let isDone = false;
      let end = () => {};
      probe.work = async () => {
        await new Promise<void>((resolve) => (end = resolve));
        await sql('select 1');
        isDone = true;
      };
      await eventually(() => probe.runs === 1);
      const stopping = own.stop();
      setImmediate(() => end());
      await stopping;
      expect(isDone).to.equal(true);
    });

    it('learn from their signal that the replica stops', async () => {
      const own = jobsOf({});
      let signal: AbortSignal | undefined;
      probe.work = (given) =>
        new Promise((resolve) => {
          signal = given;
          given?.addEventListener('abort', () => resolve());
        });
      const running = own.runDue();
      await eventually(() => probe.runs === 1);
      expect(signal?.aborted).to.equal(false);
      own.retire();
      await running;
      expect(await row()).to.include({ holder: null, last_error: null });
    });

    it('delay a stop for a limited time', async () => {
      const own = jobsOf({ stopSeconds: 0.05 });
      let end = () => {};
      probe.work = () => new Promise((resolve) => (end = resolve));
      const running = own.runDue();
      await eventually(() => probe.runs === 1);
      await own.stop();
      expect(fleet.logs.join('')).to.include('(modules.jobs.stopSeconds): chores.sweeping; they run again');
      end();
      await running;
      const { rows } = await sql(`select 1 from jobs where name = 'chores.dusting'`);
      expect(rows, 'nothing is begun after a stop').to.be.empty;
    });

    it('renew their lease while they run', async () => {
      const { database } = one.kernel.services;
      let end = () => {};
      probe.work = () => new Promise((resolve) => (end = resolve));
      const running = jobsOf({ leaseSeconds: 0.5 }).runDue();
      await eventually(() => probe.runs === 1);
      const ends = new Set<string>();
      await eventually(async () => {
        const { rows } = await database.raw<{ ends: string }>(
          'select lease_until::text as ends from jobs where lease_until > now()',
        );
        return ends.add(rows[0]!.ends).size === 2;
      });
      end();
      await running;
    });

    /** Jobs of a replica with the configuration of a test, on the same database. */
    function jobsOf(config: Partial<JobsConfig>): Jobs {
      const { config: ofKernel, database, logger, contributions, installation, jobsConfig } = one.kernel.services;
      return construct(Jobs, {
        config: ofKernel,
        database,
        logger,
        contributions,
        installation,
        jobsConfig: { ...jobsConfig, ...config },
        meters: new MeterRegistry(logger),
      });
    }
  });
});
