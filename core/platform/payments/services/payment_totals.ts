import { use } from 'lectern';
import { Days, type Statement } from '../../../infrastructure/database/index.ts';

/** Payments and refunds of one gateway on one day. Amounts in hundredths, as text. */
interface Row {
  readonly day: string;
  readonly gateway: string;
  readonly payments: string;
  readonly paidCash: string;
  readonly refundedCash: string;
  readonly paidCoins: string;
  readonly refundedCoins: string;
}

const totalsSql = `
  with moved as (
    select paid_at as at, gateway, 1 as payments, cash, coins, 0::bigint as refunded_cash, 0::bigint as refunded_coins
    from trades where status = 'paid' and type in ('purchase', 'recharge') and paid_at >= :since
    union all
    select ended_at, gateway, 0, 0, 0, refunds.cash, refunds.coins
    from refunds join trades on trades.sn = trade_sn where refunds.status = 'done' and ended_at >= :since
  )
  select (at at time zone :zone)::date::text as day, gateway, sum(payments) as payments,
    sum(cash) as "paidCash", sum(refunded_cash) as "refundedCash",
    sum(coins) as "paidCoins", sum(refunded_coins) as "refundedCoins"
  from moved group by 1, 2 order by 1 desc, 2`;

export class PaymentTotals {
  readonly #clock = use('clock');
  readonly #config = use('config');
  readonly #zone: string = this.#config.zone;
  readonly #days = new Days(this.#config.zone);
  readonly #totals: Statement<Row, { since: Date; zone: string }> = use('database').operators.statement(totalsSql);

  /** Totals of the last days, today included, the latest day first. Days without payments and refunds have none. */
  async ofLast(days: number) {
    const since = this.#days.startOfLast(days, this.#clock.now());
    const rows = await this.#totals.all({ since, zone: this.#zone });
    return rows.map(({ day, gateway, payments, paidCash, refundedCash, paidCoins, refundedCoins }) => ({
      day,
      gateway,
      payments: Number(payments),
      paidCash: Number(paidCash),
      refundedCash: Number(refundedCash),
      netCash: Number(paidCash) - Number(refundedCash),
      paidCoins: Number(paidCoins),
      refundedCoins: Number(refundedCoins),
      netCoins: Number(paidCoins) - Number(refundedCoins),
    }));
  }
}
