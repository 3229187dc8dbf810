import type { BegunPayment, Notice, PaymentToBegin, RefundToBegin } from '../../../../core/platform/payments/index.ts';
import { Shop, startShop, type Buyer } from '../orders/shop.ts';

/** Answers to a report: accepted, or to be repeated. */
export const ACCEPTED = '200 thanks';
export const REFUSED = '400 again';

/** A gateway of a plugin. It records its calls, and its answers can be set. */
export interface Slips {
  readonly begun: PaymentToBegin[];
  readonly ended: string[];
  readonly refunded: RefundToBegin[];
  /** Answers to questions about payments, by number of the trade. */
  readonly reports: Map<string, Notice>;
  begin(payment: PaymentToBegin): Promise<BegunPayment>;
  enabled: boolean;
  trouble: 'away' | 'refuses' | 'breaks' | undefined;
}

/** The platform with its demo data, and the plugin. */
export class SlipShop extends Shop {
  static override async open(): Promise<SlipShop> {
    const shop = new SlipShop(await startShop());
    const { begun, ended, refunded, reports } = shop.slips;
    for (const list of [begun, ended, refunded]) list.length = 0;
    reports.clear();
    Object.assign(shop.slips, { enabled: true, trouble: undefined });
    return shop;
  }

  get slips(): Slips {
    return (this.services as unknown as { slips: Slips }).slips;
  }

  /** Begins to pay an order with a slip, and with coins if `more` has some. @returns the answer */
  async begin(buyer: Buyer, { sn: orderSn }: { sn: string }, more: object = {}): Promise<Record<string, string>> {
    const body = { gateway: 'Slips', type: 'purchase', orderSn, ...more };
    return (await this.post('/trades', body, buyer).expect(200)).body;
  }

  /** Reports the payment of a slip. */
  async report(tradeSn: string, amount: number, more: Partial<Notice> = {}): Promise<string> {
    const message = this.place.api.post('/api/callback/Slips/notify').set('X-Slip', 'signed');
    const { status, text } = await message.send({ ...this.notice(tradeSn, amount), ...more });
    return `${status} ${text}`;
  }

  notice(tradeSn: string, amount: number): Notice {
    return { tradeSn, platformSn: `slip-${tradeSn}`, paid: true, amount };
  }

  /** Cash of a user, in hundredths. */
  cashOf({ id }: Buyer): Promise<number> {
    return this.sum(`select balance as sum from audit_accounts where user_id = ${id} and kind = 'cash'`);
  }
}
