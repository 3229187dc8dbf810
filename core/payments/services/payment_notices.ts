import type { Page, Services } from 'lectern';
import { Days, ListOrder, Pages, type DayRange, type PagePlace } from '../../database/index.ts';

/** Outcomes of a payment report: `paid` if the report paid its trade, otherwise the reason. */
export const outcomes = ['paid', 'unknown', 'wrong_amount', 'wrong_gateway', 'unapplied'] as const;

/** A stored report of a payment, from a message of the payment platform or the answer to a query. */
export interface PaymentNotice {
  readonly id: string;
  readonly gateway: string;
  readonly tradeSn: string;
  /** Order that the trade pays; null for a recharge, and for an unknown trade. */
  readonly orderSn: string | null;
  /** Number that the payment platform gave the payment. */
  readonly platformSn: string;
  /** Reported amount in hundredths of RMB. */
  readonly amount: string;
  readonly outcome: (typeof outcomes)[number];
  readonly receivedAt: Date;
}

export interface NoticeFilter extends DayRange {
  readonly tradeSn?: string | undefined;
  readonly orderSn?: string | undefined;
  readonly outcome?: PaymentNotice['outcome'] | undefined;
}

const columns = `id, gateway, trade_sn as "tradeSn", (select order_sn from trades where sn = trade_sn) as "orderSn",
  platform_sn as "platformSn", amount, outcome, received_at as "receivedAt"`;
const newestFirst = new ListOrder('payment_notices', [{ column: 'id', type: 'integer', descending: true }]);

export class PaymentNotices {
  readonly #days: Days;
  readonly #pages: Pages;

  constructor({ config, database }: Pick<Services, 'config' | 'database'>) {
    this.#days = new Days(config.zone);
    this.#pages = new Pages(database, 'payment_notices');
  }

  /** A page of reports, the newest first. */
  list({ tradeSn, orderSn, outcome, ...days }: NoticeFilter, place: PagePlace): Promise<Page<PaymentNotice>> {
    const { since, before } = this.#days.instantsOf(days);
    return this.#pages.read<PaymentNotice>({
      order: newestFirst,
      columns: (q) => [q.raw(columns)],
      found: (q, value) => {
        const found = q('payment_notices');
        if (tradeSn !== undefined) void found.where('trade_sn', value('tradeSn'));
        if (orderSn !== undefined)
          void found.whereIn('trade_sn', q('trades').where('order_sn', value('orderSn')).select('sn'));
        if (outcome !== undefined) void found.where('outcome', value('outcome'));
        if (since) void found.whereRaw('received_at >= ?', [value('since')]);
        if (before) void found.whereRaw('received_at < ?', [value('before')]);
        return found;
      },
      values: { tradeSn, orderSn, outcome, since, before },
      place,
      variant: [tradeSn, orderSn, outcome, since, before].map((one) => one !== undefined).join(),
      list: undefined,
    });
  }
}
