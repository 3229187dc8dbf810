import { expect } from 'chai';
import { startPlatform } from '../../../../support/platform.ts';
import { started } from '../../../../support/started.ts';

describe('Concurrent changes of webhooks', () => {
  const platform = started(() => startPlatform({ modules: { webhooks: { perAccount: 100 } } }));

  it('lose no event that one of the webhooks asks for', async () => {
    const admin = await platform.as('admin');
    const names = [
      'order.created',
      'order.paid',
      'order.closed',
      'order.refunded',
      'trade.paid',
      'vip.new',
      'vip.renew',
    ];
    const add = (event: string) =>
      platform.api
        .post('/api/webhooks')
        .set(admin)
        .send({ url: 'https://shop.example.com/', events: [event] })
        .expect(201);
    await Promise.all(names.flatMap((name) => [add(name), add(name)]));
    const known = platform.services.database.table<{ name: string; events: string[] }>('event_subscribers');
    const heard = (await known.where('name', 'webhooks.subscription').first('events'))?.events;
    expect(heard).to.have.members(names);
  });
});
