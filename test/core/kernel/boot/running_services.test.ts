import { expect } from 'chai';
import { lives, living, recordLives } from './lives.ts';
import { giving, installations } from './support.ts';

describe('Services of modules', () => {
  const install = installations();
  recordLives();

  it('start and are checked in the order of the modules, and stop in reverse', async () => {
    const { kernel, api } = await install({
      ...living('plugins/a', '', { requires: { b: '*' } }),
      ...living('plugins/b'),
      ...living('core/base'),
      ...living('custom'),
    }).serve();
    expect(lives().splice(0)).to.deep.equal(['start base', 'start b', 'start a', 'start custom']);
    await api.get('/readyz').expect(200);
    expect(lives().splice(0)).to.deep.equal(['check base', 'check b', 'check a', 'check custom']);
    await kernel.stop();
    expect(lives()).to.deep.equal(['stop custom', 'stop a', 'stop b', 'stop base']);
  });

  it('start and stop even if they are decorated', async () => {
    const { kernel } = await install({
      ...living('core/base'),
      ...giving('custom', 'baseLife: decorates((previous) => ({ previous }))'),
    }).serve();
    await kernel.stop();
    expect(lives()).to.deep.equal(['start base', 'stop base']);
  });

  for (const failing of [
    `stop: () => Promise.reject(new Error('no luck'))`,
    `stop() { throw new Error('no luck'); }`,
  ]) {
    it(`stop even if another one fails to stop: ${failing}`, async () => {
      const place = install({ ...living('core/base'), ...living('plugins/a', failing), ...living('plugins/b') });
      const { kernel } = await place.serve();
      await kernel.stop();
      expect(lives().slice(3)).to.deep.equal(['stop b', 'stop base']);
      expect(place.logs.find((line) => /stop\(\) of \w+ failed; the stop continues/.test(line)))
        .to.include('"module":"a"')
        .and.include('no luck');
    });
  }
});
