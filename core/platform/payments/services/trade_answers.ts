import type { BegunPayment } from '../gateway.ts';
import { htmlOf, formOf } from '../gateways/presentation.ts';
import type { Trade } from '../trade.ts';

/** Answer to a payer. All values are JSON, so that an idempotency key can store the answer. */
export interface TradeAnswer {
  readonly tradeSn: string;
  readonly orderId?: string;
  readonly status: 'created' | 'paid';
  readonly payUrl: string;
  readonly paymentForm: string;
  readonly paymentHtml: string;
  readonly paymentUrl: string;
  readonly extra: Readonly<Record<string, string>>;
  /** Ids of the published events; the answer waits for their subscribers. */
  readonly events: readonly string[];
}

/** Returns the answer for a trade; a paid trade has no payment data. */
export function answerFor(trade: Trade, begun: BegunPayment | null, events: readonly string[] = []): TradeAnswer {
  const isPaid = trade.status === 'paid';
  const open = isPaid ? null : begun;
  return {
    tradeSn: trade.sn,
    status: isPaid ? 'paid' : 'created',
    payUrl: open?.payUrl ?? '',
    paymentForm: open?.form ? formOf(open.form) : '',
    paymentHtml: open?.form ? htmlOf(open.form) : '',
    paymentUrl: open?.payUrl ?? '',
    extra: open?.extra ?? {},
    events,
  };
}
