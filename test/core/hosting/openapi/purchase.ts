import type { Platform } from '../../../support/platform.ts';
import type { Tree } from './contract.ts';

const freeCourse = { targetType: 'course', targetId: 40 };

/** Buys, refunds and pays out; returns the parameters of the reads that need a purchase, by operation id. */
export async function buy(platform: Platform, signedIn: Record<string, string>): Promise<Record<string, Tree[]>> {
  const { body: order } = await platform.api.post('/api/orders').set(signedIn).send(freeCourse).expect(200);
  const payment = { gateway: 'Coin', type: 'purchase', orderSn: order.sn };
  const { body: trade } = await platform.api.post('/api/trades').set(signedIn).send(payment).expect(200);
  const { body: refund } = await platform.api.post(`/api/orders/${order.sn}/refunds`).set(signedIn).expect(201);
  const { database, ledger } = platform.services;
  const cash = { from: 'cash.gateways', to: { userId: '4', kind: 'cash' }, amount: 100 } as const;
  await database.transaction(() => ledger.post({ reason: 'payment.unapplied' }, [cash]));
  const paid = platform.api.post('/api/cash_accounts/4/payouts').set(signedIn);
  const { body: payout } = await paid.send({ amount: 1, reference: 'B-1' }).expect(201);
  const { body: application } = await platform.api.post('/api/applications').set(signedIn).send({ name: 'Reader' });
  const { body: me } = await platform.api.get('/api/me').set(signedIn).expect(200);
  const { bindings, classroomMembers, courseMembers, exerciseMembers } = platform.services;
  await bindings.add({ provider: 'qq', openid: 'openid-of-the-buyer', userId: me.id });
  for (const members of [classroomMembers, courseMembers, exerciseMembers]) await members.admit('4', '1');
  const hook = { url: 'https://shop.example.com/hooks', events: ['order.*'] };
  const { body: webhook } = await platform.api.post('/api/webhooks').set(signedIn).send(hook).expect(201);
  const webhookId = webhook.id as string;
  const message = { messageId: 'msg_1', event: 'order.paid', eventId: '1', object: 'order 1', body: '{}' };
  await platform.services.webhookDeliveries.add([webhookId], message);
  // Switched off, so that its events cost later tests of the platform nothing.
  await platform.api.patch(`/api/webhooks/${webhookId}`).set(signedIn).send({ active: false }).expect(200);
  const { body: deliveries } = await platform.api
    .get(`/api/webhooks/${webhookId}/deliveries`)
    .set(signedIn)
    .expect(200);
  return {
    get_applications_by_id: [{ id: application.id }],
    search_cash_accounts_by_userId_payouts: [{ userId: '4' }],
    get_cash_accounts_by_userId_payouts_by_id: [{ userId: '4', id: payout.id }],
    get_me_third_party_accounts_by_type: [{ type: 'qq' }],
    get_orders_by_sn: [{ sn: order.sn }],
    search_orders_by_orderSn_refunds: [{ orderSn: order.sn }],
    get_orders_by_orderSn_refunds_by_id: [{ orderSn: order.sn, id: refund.id }],
    get_trades_by_sn: [{ sn: trade.tradeSn }],
    get_webhooks_by_id: [{ id: webhookId }],
    search_webhooks_by_webhookId_deliveries: [{ webhookId }],
    get_webhooks_by_webhookId_deliveries_by_id: [{ webhookId, id: deliveries.data[0].id }],
  };
}
