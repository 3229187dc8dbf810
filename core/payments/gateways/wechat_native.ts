import type { BegunPayment, PaymentToBegin } from '../gateway.ts';
import { textIn, WechatPay } from './wechat_pay.ts';

/** Payments by scanning: the page shows `qrcodeUrl` as a QR code. */
export class WechatNative extends WechatPay {
  readonly name = 'WechatPay_Native';

  async begin(payment: PaymentToBegin): Promise<BegunPayment> {
    const qrcodeUrl = textIn(await this.order('native', payment), 'code_url');
    return { payUrl: qrcodeUrl, extra: { qrcodeUrl } };
  }
}
