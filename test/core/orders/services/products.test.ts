import { join } from 'node:path';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { runCommand } from '../../../support/command.ts';
import { Installation, manifest } from '../../../support/installation.ts';
import { projectRoot, startOwnPlatform, type Platform } from '../../../support/platform.ts';

/** Sells cards and pens; only pens are delivered. */
const shop = {
  'plugins/cards/module.json': manifest('cards', { requires: { orders: '*' } }),
  'plugins/cards/services.js': `import { asValue, contributes } from 'lectern';
    const product = (targetType) => contributes('products', asValue({ targetType, offer() {} }));
    export default { cards: product('card'), pens: product('pen') };`,
  'plugins/cards/subscribers/give_pens.js': `import { deliverySubscriber } from 'lectern/core';
    export default deliverySubscriber('pen', () => ({ deliver() {}, takeBack() {} }));`,
  'plugins/cards/subscribers/count_orders.js': `import { subscribe } from 'lectern';
    export default subscribe('order.paid', () => () => undefined);`,
};

describe('A product without a subscriber that delivers it', () => {
  const installation = new Installation(shop);
  const folder = join(installation.root, 'plugins/cards');
  let platform: Platform;

  before(async () => {
    platform = await startOwnPlatform({}, [folder]);
  });
  after(async () => {
    await platform.stop();
    await installation.clear();
  });

  it('is logged at the start, with its module and the fix', () => {
    const lines = platform.logs.map((line) => JSON.parse(line) as { msg: string; contributor?: string });
    expect(lines.filter(({ msg }) => msg.includes('never delivered'))).to.have.length(1);
    expect(lines.find(({ msg }) => msg.includes('never delivered'))).to.deep.include({
      contributor: 'cards',
      msg: `The product "card" of module 'cards' is sold, but never delivered; write deliverySubscriber('card', ...) in a file of subscribers/.`,
    });
  });

  it('is a finding of the check "parts"', async () => {
    const { out } = await runCommand(projectRoot, 'check', folder, '--only', 'parts');
    expect(out).to.match(/FAILED +parts[^]*The product "card" of module 'cards' is sold, but never delivered\n/);
  });
});
