import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { startPlatform, type Platform } from '../../../support/platform.ts';

describe('settings changed in a transaction', () => {
  let platform: Platform;
  before(async () => {
    platform = await startPlatform();
  });
  after(() => platform.stop());

  const siteName = async () => {
    const { settings } = platform.kernel.services;
    return (await settings.get(settings.section('site')))['name' as never];
  };
  const rename = (name: string) => {
    const { settings } = platform.kernel.services;
    return settings.update(settings.section('site'), { name });
  };

  it('are its own, and nothing is left of them when it is rolled back', async () => {
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

  it('are seen at once after the commit, also where others have read them before it', async () => {
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
