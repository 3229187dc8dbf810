import { defineStates, type StateOf } from 'lectern';

/** Statuses of an order and their transitions. The database refuses all other transitions, too. */
export const orderStates = defineStates({
  created: ['paying', 'closed'],
  paying: ['paid', 'closed'],
  paid: ['success', 'fail', 'refunding'],
  success: ['finished', 'refunding'],
  fail: ['finished', 'refunding'],
  finished: [],
  refunding: ['refunded', 'success'],
  refunded: [],
  closed: [],
});

export type OrderStatus = StateOf<typeof orderStates>;

/** Statuses of an order in the API (specification, section 3). */
export const shownStatuses = ['created', 'paid', 'refunding', 'refunded', 'closed'] as const;

export type ShownStatus = (typeof shownStatuses)[number];

/** Returns the status in the API: `created` for unpaid orders, `paid` for paid ones without a refund, else the same. */
export function shownStatus(status: OrderStatus): ShownStatus {
  if (status === 'created' || status === 'paying') return 'created';
  if (status === 'refunding' || status === 'refunded' || status === 'closed') return status;
  return 'paid';
}
