import type { KeyObject } from 'node:crypto';
import pino from 'pino';
import { construct } from 'lectern/testing';
import { PaymentSandbox } from '../../../core/platform/payments/sandbox/payment_sandbox.ts';
import { StubProvider } from '../../core/platform/social_login/stub_provider.ts';
import { Aliyun } from '../../core/platform/verification/aliyun.ts';
import { TlsFront } from '../../support/tls_front.ts';

/** The account at WeChat that the page binds. */
const account = { access_token: 'OezXcEiiBSKSxW0eoylIeA', openid: 'o6_bmjrPTlm6_2sgVt7hMZOPfL2M' };

/** Simulators of the services that an installation in production uses, behind https: SMS, WeChat, Alipay. */
export class OutsideServices {
  readonly #front = new TlsFront();
  readonly #sms = new Aliyun();
  readonly #weixin = new StubProvider();
  readonly #alipay = construct(PaymentSandbox, {
    logger: pino({ level: 'silent' }),
    paymentsConfig: { sandbox: true } as never,
  });

  /** Starts all simulators. @returns the configuration with their addresses */
  async open(): Promise<object> {
    this.#weixin.way = (response, { query: { access_token: token, openid } }) => {
      const isRight = token === account.access_token && openid === account.openid;
      response.end(JSON.stringify(isRight ? { openid } : { errcode: 40001 }));
    };
    await Promise.all([this.#sms.open(), this.#alipay.start()]);
    const [sms, weixin, alipay] = await Promise.all(
      [this.#sms.url, await this.#weixin.open(), this.#alipay.url ?? ''].map((url) => this.#front.open(url)),
    );
    return {
      verification: { sms: { aliyun: { url: `${sms ?? ''}/` } } },
      social_login: { providers: { weixinmob: { address: weixin } } },
      payments: { alipay: { address: `${alipay ?? ''}/gateway.do` } },
    };
  }

  /** Certificate of all simulators, in PEM. */
  get certificate(): string {
    return this.#front.certificate;
  }

  /** Returns the values of the variables that name accounts at the services; keys in PEM. */
  async accounts(): Promise<Readonly<Record<string, string>>> {
    const { alipay } = await this.#alipay.accounts();
    return {
      LECTERN_SMS_ACCESS_KEY_ID: this.#sms.accessKeyId,
      LECTERN_SMS_ACCESS_KEY_SECRET: this.#sms.accessKeySecret,
      LECTERN_ALIPAY_APP_ID: alipay.appId,
      LECTERN_ALIPAY_PRIVATE_KEY: pemOf(alipay.privateKey),
      LECTERN_ALIPAY_PLATFORM_PUBLIC_KEY: pemOf(alipay.platformPublicKey),
    };
  }

  /** Returns the code of the only unread message. @throws Error when there is none, or more than one */
  receiveCode(): string {
    const messages = this.#sms.accepted.splice(0);
    const [message] = messages;
    if (!message || messages.length > 1) throw new Error(`${messages.length} messages were sent, instead of one.`);
    return (JSON.parse(message['TemplateParam'] ?? '{}') as { code: string }).code;
  }

  /** Opens a payment page as a browser does, and pays. */
  async pay(page: string): Promise<void> {
    // The browser of the payer trusts the certificate of the platform; this process reaches it without https.
    const { pathname, search } = new URL(page);
    const opened = await fetch(`${this.#alipay.url ?? ''}${pathname}${search}`);
    if (!opened.ok) throw new Error(`The payment page answered ${opened.status}: ${await opened.text()}`);
    const paid = await fetch(`${opened.url}/pay`, { method: 'POST' });
    if (!paid.ok) throw new Error(`The payment answered ${paid.status}: ${await paid.text()}`);
  }

  async close(): Promise<void> {
    await this.#front.close();
    await Promise.all([this.#sms.close(), this.#weixin.close(), this.#alipay.stop()]);
  }
}

function pemOf(key: KeyObject): string {
  return key.export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' }).toString();
}
