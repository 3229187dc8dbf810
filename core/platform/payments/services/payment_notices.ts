import { use, type Page, type SourceOfShape } from 'lectern';
import type { ReportedRefund } from '../gateway.ts';
import { Days, ListOrder, Pages, type DayRange, type PagePlace } from '../../../infrastructure/database/index.ts';
import { noticeMeter } from '../notice_meter.ts';
import type { paymentNotice } from '../shapes/payment_notice.ts';

/** A stored report of a payment or a refund, from a message of the payment platform or the answer to a query. */
export type PaymentNotice = SourceOfShape<typeof paymentNotice, 'public'>;

export interface NoticeFilter extends DayRange {
  readonly tradeSn?: string | undefined;
  readonly orderSn?: string | undefined;
  readonly outcome?: PaymentNotice['outcome'] | undefined;
}

const columns = `id, gateway, trade_sn as "tradeSn", (select order_sn from trades where sn = trade_sn) as "orderSn",
  platform_sn as "platformSn", amount, outcome, received_at as "receivedTime"`;
const newestFirst = new ListOrder('payment_notices', [
  { column: 'received_at', type: 'time', descending: true },
  { column: 'id', type: 'integer', descending: true },
]);

const returnedSql = `select coalesce(sum(amount), 0) as amount from payment_notices
  where trade_sn = ? and outcome = 'refunded_outside'`;
const keepSql = `insert into payment_notices (gateway, trade_sn, platform_sn, amount, outcome, received_at)
  select ?::text, ?::text, ?::text, ?::bigint, 'refunded_outside', ?::timestamptz
  where not exists (select 1 from refunds where sn = ?)
  on conflict do nothing returning id`;

export class PaymentNotices {
  readonly #clock = use('clock');
  readonly #database = use('database');
  readonly #meter = noticeMeter(use('meters'));
  readonly #trades = use('trades');
  readonly #days = new Days(use('config').zone);
  readonly #pages = new Pages(this.#database, 'payment_notices');

  /** A page of reports, the newest first. */
  list({ tradeSn, orderSn, outcome, ...days }: NoticeFilter, place: PagePlace): Promise<Page<PaymentNotice>> {
    const { since, before } = this.#days.instantsOf(days);
    return this.#pages.list({
      order: newestFirst,
      columns,
      conditions: {
        'trade_sn = ?': tradeSn,
        'trade_sn in (select sn from trades where order_sn = ?)': orderSn,
        'outcome = ?': outcome,
        'received_at >= ?': since,
        'received_at < ?': before,
      },
      place,
      forOperators: true,
    });
  }

  /**
   * Records a refund that was made at the site of the payment platform; its number is stored as `platformSn`.
   * @returns false for a refund of this school, and for one that is recorded already
   */
  async addRefund(gateway: string, { tradeSn, refund }: { tradeSn: string; refund: ReportedRefund }): Promise<boolean> {
    const { sn, amount, isTotal } = refund;
    const isNew = await this.#database.transaction(async () => {
      // Two reports of one trade follow each other, so that each adds its own part of a total.
      await this.#trades.lock(tradeSn);
      const part = isTotal ? Math.max(0, amount - (await this.refundedOutside(tradeSn))) : amount;
      const { rows } = await this.#database.raw(keepSql, [gateway, tradeSn, sn, part, this.#clock.now(), sn]);
      return rows.length > 0;
    });
    if (isNew) this.#meter('refunded_outside');
    return isNew;
  }

  /** Amount of a trade, in hundredths of RMB, that was refunded at the site of its payment platform. */
  async refundedOutside(tradeSn: string): Promise<number> {
    const { rows } = await this.#database.raw<{ amount: string }>(returnedSql, [tradeSn]);
    return Number(rows[0]?.amount ?? 0);
  }
}
