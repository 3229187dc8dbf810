import { expect } from 'chai';
import { eventually, Fleet, type Replica } from '../../jobs/fleet.ts';
import { started } from '../../../../support/started.ts';

describe('A changed setting', () => {
  const fleet = started(() => Fleet.make(['database', 'jobs', 'events', 'settings']));
  let replicas: Replica[];

  before(async () => {
    replicas = [await fleet.replica(), await fleet.replica()];
  });

  it('reaches another replica', async () => {
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
