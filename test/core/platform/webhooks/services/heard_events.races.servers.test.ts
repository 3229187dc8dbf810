import { expect } from 'chai';
import { startPlatform } from '../../../../support/platform.ts';
import { started } from '../../../../support/started.ts';

describe('Concurrent changes of webhooks', () => {
  const platform = started(() => startPlatform());

  it('lose no event that one of the webhooks asks for', async () => {
    const { database, tokens } = platform.services;
    const names = [
      'order.created',
      'order.paid',
      'order.closed',
      'order.refunded',
      'trade.paid',
      'vip.new',
      'vip.renew',
    ];
    // An account for each request, because requests of one account wait for each other.
    const accounts = names.map((_, index) => String(9 + index));
    await database
      .table('users')
      .whereIn('id', accounts)
      .update({ roles: ['ROLE_SUPER_ADMIN'] });
    const headers = await Promise.all(accounts.map(async (id) => ({ 'X-Auth-Token': await tokens.issue(id) })));
    const add = (event: string, index: number) =>
      platform.api
        .post('/api/webhooks')
        .set(headers[index]!)
        .send({ url: 'https://shop.example.com/', events: [event] })
        .expect(201);
    await Promise.all(names.map(add));
    const known = database.table<{ name: string; events: string[] }>('event_subscribers');
    const heard = (await known.where('name', 'webhooks.subscription').first('events'))?.events;
    await platform.reset();
    await platform.services.webhookSubscription.start();
    expect(heard).to.have.members(names);
  });
});
