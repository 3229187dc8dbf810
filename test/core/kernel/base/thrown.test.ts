import { expect } from 'chai';
import { giving, installations } from '../boot/support.ts';

const missing =
  'there is no service "cardz" (is "cards" meant?); correct the name, or install, enable and require the module that registers it';

describe('An unknown service', () => {
  const install = installations();

  it('is reported with the fix if a subscriber uses it', async () => {
    const kernel = await install({
      ...giving('plugins/a', 'cards: asValue({})'),
      'plugins/a/subscribers/deliver.js': `import { subscribe } from 'lectern';
        export default subscribe('order.paid', ({ cardz }) => () => cardz);`,
    }).boot();
    expect(kernel.failedPlugins[0]?.reason).to.match(/^plugins\/a\/subscribers\/deliver\.js: /);
    expect(kernel.failedPlugins[0]?.reason).to.include(missing);
  });

  it('is reported with the fix if start() uses it', async () => {
    const cards = 'cards: asFunction((services) => ({ async start() { services.cardz; } }))';
    const { kernel } = await install(giving('plugins/a', cards)).serve();
    expect(kernel.failedPlugins[0]?.reason).to.include(missing);
  });
});
