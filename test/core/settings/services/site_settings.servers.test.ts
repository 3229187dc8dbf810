import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { eventually, Fleet, type Replica } from '../jobs/fleet.ts';

describe('a setting that is changed at one replica', () => {
  let fleet: Fleet | undefined;
  let replicas: Replica[];

  before(async function () {
    if (!process.env['TEST_DATABASE_URL']) return this.skip();
    fleet = await Fleet.make(['database', 'jobs', 'events', 'settings']);
    replicas = [await fleet.replica(), await fleet.replica()];
  });
  after(() => fleet?.clear());

  it('is seen at another one when that looks again', async () => {
    const [here, there] = replicas.map(({ kernel }) => kernel.services.settings) as [
      Replica['kernel']['services']['settings'],
      Replica['kernel']['services']['settings'],
    ];
    const name = async () => ((await there.get(there.section('site'))) as { name: string }).name;
    expect(await name()).to.not.equal('A new name');
    await here.update(here.section('site'), { name: 'A new name' });
    await eventually(async () => (await name()) === 'A new name');
  });
});
