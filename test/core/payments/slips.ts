import { join } from 'node:path';
import type { BegunPayment, Notice, PaymentToBegin, RefundToBegin } from '../../../core/payments/index.ts';
import { Installation, manifest } from '../../support/installation.ts';
import { makePlace } from '../../support/place.ts';
import { projectRoot, tokenOf } from '../../support/platform.ts';
import { Shop, type Buyer } from '../orders/shop.ts';

/** What a slip is answered: taken note of, or to come again. */
export const ACCEPTED = '200 thanks';
export const REFUSED = '400 again';

/** A way to pay that a plugin brings: slips of paper. What it was asked is written down, what it answers can be set. */
export interface Slips {
  readonly begun: PaymentToBegin[];
  readonly ended: string[];
  readonly refunded: RefundToBegin[];
  /** What it says when it is asked, by number of the trade. */
  readonly reports: Map<string, Notice>;
  begin(payment: PaymentToBegin): Promise<BegunPayment>;
  enabled: boolean;
  trouble: 'away' | 'refuses' | 'breaks' | undefined;
}

const services = `
import { asClass, contributes } from 'lectern';
import { ForgedNotice, GatewayAway, GatewayRefusal } from 'lectern/core';

class Slips {
  name = 'Slips';
  begun = [];
  ended = [];
  refunded = [];
  reports = new Map();
  enabled = true;
  trouble = undefined;

  async isEnabled() {
    return this.enabled;
  }
  async begin(payment) {
    this.#stumble();
    this.begun.push(payment);
    const params = { sn: payment.sn, amount: String(payment.amount), title: payment.title };
    return {
      payUrl: 'https://slips.test/' + payment.sn,
      form: { action: 'https://slips.test/pay', method: 'POST', params },
      extra: { qrcodeUrl: 'slips://' + payment.sn, secret: 'not for the payer' },
    };
  }
  async read(message) {
    if (message.header('x-slip') !== 'signed') throw new ForgedNotice('The slip is not signed.');
    return JSON.parse(message.body.toString());
  }
  answer(accepted) {
    return { status: accepted ? 200 : 400, type: 'text/plain', body: accepted ? 'thanks' : 'again' };
  }
  async ask({ sn }) {
    this.#stumble();
    return this.reports.get(sn);
  }
  async close({ sn }) {
    this.#stumble();
    this.ended.push(sn);
  }
  async refund(refund) {
    this.#stumble();
    this.refunded.push(refund);
  }
  #stumble() {
    if (this.trouble === 'away') throw new GatewayAway('No paper.');
    if (this.trouble === 'refuses') throw new GatewayRefusal('No slips today.');
    if (this.trouble === 'breaks') throw new TypeError('A defect of the plugin.');
  }
}

export default { slips: contributes('gateways', asClass(Slips)) };`;

/** The core of the platform with its demo data, and the plugin. */
export class SlipShop extends Shop {
  get slips(): Slips {
    return (this.services as unknown as { slips: Slips }).slips;
  }

  static override async open(config: object = {}): Promise<SlipShop> {
    const [installation, place] = [new Installation(), await makePlace()];
    installation.link(join(projectRoot, 'core'), 'core');
    installation.write({
      'plugins/slips/module.json': manifest('slips', { requires: { payments: '*' } }),
      'plugins/slips/services.js': services,
    });
    const env = { ...place.env, NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'info' };
    const { kernel, api } = await installation.serve({ env, config: { demo: true, ...config } });
    if (kernel.setAside.length > 0) throw new Error(JSON.stringify(kernel.setAside));
    const as = async (nickname: string) => ({ 'X-Auth-Token': await tokenOf(kernel, nickname) });
    const stop = async () => {
      await installation.clear();
      await place.clear();
    };
    return new SlipShop({ kernel, api, as, stop, logs: installation.logs });
  }

  /** Begins to pay an order with a slip, and with coins where some are given. @returns the answer */
  async begin(buyer: Buyer, { sn: orderSn }: { sn: string }, more: object = {}): Promise<Record<string, string>> {
    const body = { gateway: 'Slips', type: 'purchase', orderSn, ...more };
    return (await this.post('/trades', body, buyer).expect(200)).body;
  }

  /** The slip is paid, and reported. */
  async report(tradeSn: string, amount: number, more: Partial<Notice> = {}): Promise<string> {
    const message = this.place.api.post('/api/callback/Slips/notify').set('X-Slip', 'signed');
    const { status, text } = await message.send({ ...this.notice(tradeSn, amount), ...more });
    return `${status} ${text}`;
  }

  notice(tradeSn: string, amount: number): Notice {
    return { tradeSn, platformSn: `slip-${tradeSn}`, paid: true, amount };
  }

  /** Cash that stands on the account of a user, in hundredths. */
  cashOf({ id }: Buyer): Promise<number> {
    return this.sum(`select balance as sum from audit_accounts where user_id = ${id} and kind = 'cash'`);
  }
}
