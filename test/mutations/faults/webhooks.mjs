// Webhooks.

/** @type {readonly import('../planted.mjs').Fault[]} */
export const webhooks = [
  {
    id: 'webhook-private-network',
    file: 'core/platform/webhooks/allowed_address.ts',
    find: 'for (const { address } of addresses) this.#check(address, url);',
    put: 'this.#check(addresses[0]?.address ?? host, url);',
    says: 'a name with a public and a private address leads into a private network',
    part: 'core/platform/webhooks/allowed_address',
  },
  {
    id: 'webhook-unsigned-body',
    file: 'core/platform/webhooks/signature.ts',
    find: '`${id}.${timestamp}.${body}`',
    put: '`${id}.${timestamp}.${body.length}`',
    says: 'an altered body has a valid signature',
    part: 'core/platform/webhooks/services/webhook_sender',
  },
  {
    id: 'webhook-out-of-order',
    file: 'core/platform/webhooks/services/webhook_deliveries.ts',
    find: 'earlier.event_id < oldest.event_id',
    put: 'earlier.event_id < 0',
    says: 'a later event of an object overtakes an earlier one that failed',
    part: 'core/platform/webhooks/services/webhook_sender',
  },
  {
    id: 'webhook-tells-too-much',
    file: 'core/platform/webhooks/services/webhook_subscription.ts',
    find: '&& this.#callers.ofOwner(owner).permissions.has(requires)',
    put: '&& requires',
    says: 'an account without the permission hears of orders of others',
    part: 'core/platform/webhooks/services/webhook_sender',
  },
  {
    id: 'webhook-foreign',
    file: 'core/platform/webhooks/services/webhooks.ts',
    find: 'where id = ? and user_id = ?',
    put: 'where id = ? and user_id <> -1 * ?::bigint',
    says: 'an account manages webhooks of others',
    part: 'core/platform/webhooks/resources/webhooks',
  },
];
