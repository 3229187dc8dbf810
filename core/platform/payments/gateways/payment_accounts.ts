import { use, type Lifecycle } from 'lectern';
import { GatewayRefusal } from '../gateway.ts';
import { alipayAccountOf, lianlianAccountOf, wechatAccountOf, type Accounts, type Platform } from './accounts.ts';
import { payment } from '../../../infrastructure/settings/index.ts';

/** Settings of the section `payment` that enable the payment platforms. */
const switches = { alipay: 'alipayEnabled', wechat: 'wxpayEnabled', lianlian: 'llpayEnabled' } as const;

/** Merchant accounts at the payment platforms, from the configuration or the sandbox. */
export class PaymentAccounts implements Lifecycle {
  readonly #sandbox = use('paymentSandbox');
  readonly #environment = use('environment');
  readonly #paymentsConfig = use('paymentsConfig');
  readonly #settings = use('settings');
  #configured: Readonly<Partial<Accounts>> = {};

  /** @throws Error naming the field of the configuration that is missing or wrong */
  start(): void {
    const { alipay, wechat, lianlian } = this.#paymentsConfig;
    const accounts = {
      alipay: alipayAccountOf(alipay),
      wechat: wechatAccountOf(wechat),
      lianlian: lianlianAccountOf(lianlian),
    };
    for (const [platform, account] of Object.entries(accounts)) if (account) this.#refuseReadable(platform, account);
    this.#configured = Object.fromEntries(Object.entries(accounts).filter(([, account]) => account));
  }

  /**
   * Whether an account is available, and payments in general and this payment platform are enabled (specification,
   * section 2, Settings sections). A running sandbox has an account at every payment platform.
   */
  async isEnabled(platform: Platform): Promise<boolean> {
    if (this.#sandbox.url === undefined && this.#configured[platform] === undefined) return false;
    const values = await this.#settings.get(payment);
    return values.enabled && values[switches[platform]];
  }

  /** The account at a payment platform. @throws GatewayRefusal when the account is not configured */
  async of<P extends Platform>(platform: P): Promise<Accounts[P]> {
    if (this.#sandbox.url !== undefined) return (await this.#sandbox.accounts())[platform];
    const account = this.#configured[platform];
    if (account) return account;
    throw new GatewayRefusal(`no account at ${platform} is configured; set the values of modules.payments.${platform}`);
  }

  /** @throws Error for an address without https in production, because signatures do not encrypt messages */
  #refuseReadable(platform: string, account: object): void {
    if (this.#environment !== 'production') return;
    const readable = Object.entries(account).find(
      ([name, value]) => /address$/i.test(name) && !String(value).startsWith('https:'),
    );
    if (!readable) return;
    throw new Error(
      `"modules.payments.${platform}.${readable[0]}" is not https, so payments would be sent unencrypted; set an https address.`,
    );
  }
}
