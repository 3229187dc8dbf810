import { isIPv4 } from 'node:net';
import type { BegunPayment, PaymentToBegin } from '../gateway.ts';
import { Lianlian } from './lianlian.ts';

const WEB = '13';

/** Payments by bank on LianLian's page for computers. The page accepts only forms, so `payUrl` is empty. */
export class LianlianWeb extends Lianlian {
  readonly name = 'Lianlian_Web';

  async begin(payment: PaymentToBegin): Promise<BegunPayment> {
    const account = await this.client.account;
    const { address } = payment;
    const params = await this.client.signed({
      ...this.fieldsOf(payment, account, WEB),
      charset_name: 'UTF-8',
      userreq_ip: isIPv4(address) ? address.replaceAll('.', '_') : '',
    });
    return { payUrl: '', form: { action: account.webAddress, method: 'POST', params } };
  }
}
