import type { DayRange, Write } from '../../../infrastructure/database/index.ts';
import type { ShownStatus, Trade, TradeStatus } from '../trade.ts';

/** Filter of a list of trades; an empty filter selects all trades. */
export interface TradeFilter extends DayRange {
  readonly userId?: string | undefined;
  readonly type?: Trade['type'] | undefined;
  readonly orderSn?: string | undefined;
  readonly gateway?: string | undefined;
  readonly status?: ShownStatus | undefined;
}

/** SQL of the conditions, by name. */
export const sqlOf = {
  userId: 'user_id = ?',
  orderSn: 'order_sn = ?',
  gateway: 'gateway = ?',
  since: `trades.status = 'paid' and paid_at >= ?`,
  before: `trades.status = 'paid' and paid_at < ?`,
} as const;
export type Condition = keyof typeof sqlOf;
export type Given = Readonly<Partial<Record<Condition, string | Date | undefined>>>;

/** Returns a query for the trades that meet all given conditions. */
export function matching(given: Given): Write {
  return (q, value) => {
    let found = q('trades');
    for (const [name, sql] of Object.entries(sqlOf)) {
      if (given[name as Condition] !== undefined) found = found.whereRaw(sql, [value(name)]);
    }
    return found;
  };
}

/** One part for each status and type: an index returns the trades of each in list order. */
export function partsOf(found: Write, statuses: readonly TradeStatus[], types: readonly Trade['type'][]): Write[] {
  return statuses.flatMap((status) =>
    types.map<Write>((type) => (q, value) => found(q, value).where({ status, type })),
  );
}
