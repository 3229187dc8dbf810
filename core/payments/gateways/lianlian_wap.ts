import type { BegunPayment, PaymentToBegin } from '../gateway.ts';
import { Lianlian } from './lianlian.ts';

const H5 = '16';
const IN_A_BROWSER = '3';

/** Payments on LianLian's page for phones. The form has one field `req_data`: all signed fields as JSON. */
export class LianlianWap extends Lianlian {
  readonly name = 'Lianlian_Wap';

  async begin(payment: PaymentToBegin): Promise<BegunPayment> {
    const account = await this.client.account;
    const fields = await this.client.signed({
      ...this.fieldsOf(payment, account, H5),
      app_request: IN_A_BROWSER,
      syschnotify_flag: '1',
    });
    const params = { req_data: JSON.stringify(fields) };
    return { payUrl: '', form: { action: account.wapAddress, method: 'POST', params } };
  }
}
