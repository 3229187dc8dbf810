import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { files, probe } from '../chores.ts';
import { Fleet } from '../fleet.ts';

describe('Jobs of several replicas', () => {
  let fleet: Fleet;

  before(async () => {
    fleet = await Fleet.make(['database', 'jobs'], files);
  });
  after(() => fleet.clear());

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
