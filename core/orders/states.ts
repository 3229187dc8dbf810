/** States of an order and those that may follow each; the database refuses every other step, too. */
export const transitions = {
  created: ['paying', 'closed'],
  paying: ['paid', 'closed'],
  paid: ['success', 'fail', 'refunding'],
  success: ['finished', 'refunding'],
  fail: ['finished', 'refunding'],
  finished: [],
  refunding: ['refunded', 'success'],
  refunded: [],
  closed: [],
} as const satisfies Record<string, readonly string[]>;

export type OrderStatus = keyof typeof transitions;

/** States in which an order waits for its payment. */
export const unpaid = ['created', 'paying'] as const satisfies readonly OrderStatus[];

/** Whether an order in state `from` may become `to`. */
export function mayBecome(from: OrderStatus, to: OrderStatus): boolean {
  return (transitions[from] as readonly OrderStatus[]).includes(to);
}

/** State as the API tells it (specification, section 3): created while it waits, paid from then on. */
export function shownStatus(status: OrderStatus): 'created' | 'paid' | 'refunding' | 'refunded' | 'closed' {
  if (status === 'created' || status === 'paying') return 'created';
  if (status === 'refunding' || status === 'refunded' || status === 'closed') return status;
  return 'paid';
}
