import { expect } from 'chai';
import { files, probe } from '../chores.ts';
import { Fleet } from '../fleet.ts';
import { started } from '../../../../support/started.ts';

describe('Jobs of several replicas', () => {
  const fleet = started(() => Fleet.make(['database', 'jobs'], files));

  it('run once when replicas look for them at the same moment', async () => {
    probe.runs = 0;
    const off = { jobs: { enabled: false } };
    const replicas = await Promise.all([fleet.replica(off), fleet.replica(off)]);
    await replicas[0].kernel.services.database.raw('delete from jobs');
    const everybody = Array.from({ length: 10 }, () => replicas.map(({ kernel }) => kernel.services.jobs.runDue()));
    await Promise.all(everybody.flat());
    expect(probe.runs).to.equal(1);
  });
});
