import type { BegunPayment, PaymentToBegin } from '../gateway.ts';
import { textIn, WechatPay } from './wechat_pay.ts';

/** Paying by scanning a code: the page shows `qrcodeUrl` as one. */
export class WechatNative extends WechatPay {
  readonly name = 'WechatPay_Native';

  async begin(payment: PaymentToBegin): Promise<BegunPayment> {
    const qrcodeUrl = textIn(await this.order('native', payment), 'code_url');
    return { payUrl: qrcodeUrl, extra: { qrcodeUrl } };
  }
}
