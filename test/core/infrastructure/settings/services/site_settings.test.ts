import { expect } from 'chai';
import { startPlatform } from '../../../../support/platform.ts';
import { started } from '../../../../support/started.ts';

describe('Settings changed in a transaction', () => {
  const platform = started(startPlatform);

  const siteName = async () => {
    const { settings } = platform.kernel.services;
    return (await settings.get(settings.section('site')))['name' as never];
  };
  const rename = (name: string) => {
    const { settings } = platform.kernel.services;
    return settings.update(settings.section('site'), { name });
  };

  it('are visible in it, and rolled back with it', async () => {
    const before = await siteName();
    const undo = new Error('undo');
    const failing = platform.kernel.services.database.transaction(async () => {
      await rename('never committed');
      expect(await siteName()).to.equal('never committed');
      throw undo;
    });
    expect(await failing.catch((error: unknown) => error)).to.equal(undo);
    expect(await siteName()).to.equal(before);
  });

  it('are read at once after the commit, also after reads during the transaction', async () => {
    let begin = () => {};
    const outside = new Promise<void>((resolve) => (begin = resolve)).then(siteName);
    await platform.kernel.services.database.transaction(async () => {
      await rename('committed');
      begin();
    });
    expect(await siteName()).to.equal('committed');
    await outside;
  });
});
