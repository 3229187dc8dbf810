import { expect } from 'chai';
import { before, describe, it } from 'mocha';
import { eventually, Fleet, type Replica } from '../../jobs/fleet.ts';
import { started } from '../../../support/started.ts';

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

  it('is read at once after the commit, also after reads during the transaction', async () => {
    const [{ kernel }] = replicas as [Replica];
    const { database, settings } = kernel.services;
    const siteName = async () => (await settings.get(settings.section('site')))['name' as never];
    const before = await siteName();
    let begin = () => {};
    const outside = new Promise<void>((resolve) => (begin = resolve)).then(siteName);
    await database.transaction(async () => {
      await settings.update(settings.section('site'), { name: 'committed' });
      begin();
      expect(await outside).to.equal(before);
    });
    expect(await siteName()).to.equal('committed');
  });
});
