import type { BegunPayment, PaymentToBegin } from '../gateway.ts';
import { textIn, WechatPay } from './wechat_pay.ts';

/** Payments in the browser of a phone; `mwebUrl` opens the WeChat app. */
export class WechatMWeb extends WechatPay {
  readonly name = 'WechatPay_MWeb';

  async begin(payment: PaymentToBegin): Promise<BegunPayment> {
    const scene = { payer_client_ip: payment.address.replace(/^::ffff:/, ''), h5_info: { type: 'Wap' } };
    const mwebUrl = textIn(await this.order('h5', payment, { scene_info: scene }), 'h5_url');
    const payUrl = new URL(mwebUrl);
    payUrl.searchParams.set('redirect_url', payment.returnUrl);
    return { payUrl: payUrl.href, extra: { mwebUrl } };
  }
}
