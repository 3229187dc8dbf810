import { use, type Lifecycle } from 'lectern';
import { LoopbackServer } from '../../social_login/index.ts';
import type { Accounts } from '../gateways/accounts.ts';
import { alipayMerchant, AlipaySimulator } from './alipay_simulator.ts';
import { Controls } from './controls.ts';
import { lianlianMerchant, LianlianSimulator } from './lianlian_simulator.ts';
import { WebhookSender } from './webhook_sender.ts';
import { SimulatedPayments } from './simulated_payments.ts';
import type { Behaviour } from './gateway_simulator.ts';
import { pairOf, type Holder } from './sandbox_keys.ts';
import { createPaymentServer } from './sandbox_server.ts';
import { wechatMerchant } from './wechat_merchant.ts';
import { WechatSimulator } from './wechat_simulator.ts';

const RETRIES_MS = [500, 1_000, 2_000, 5_000, 15_000, 30_000];

/**
 * Sandbox: simulates all payment platforms when `modules.payments.sandbox` is true. Implements their protocols with
 * generated keys; `Controls` lists the ways to pay. A production site with the sandbox refuses to start.
 */
export class PaymentSandbox implements Lifecycle {
  readonly #logger = use('logger');
  readonly #paymentsConfig = use('paymentsConfig');
  readonly #server = new LoopbackServer();
  readonly #webhookSender = new WebhookSender(RETRIES_MS);

  /** URL of the running sandbox, otherwise undefined. */
  get url(): string | undefined {
    return this.#server.url;
  }

  async start(): Promise<void> {
    if (!this.#paymentsConfig.sandbox) return;
    await this.#server.open(this.#createServer());
    this.#logger.info({ url: this.url }, `The sandbox at ${this.url ?? ''} simulates the payment platforms`);
  }

  async stop(): Promise<void> {
    this.#webhookSender.stop();
    await this.#server.close();
  }

  /** Returns the merchant accounts, with the keys and URLs of the sandbox. */
  async accounts(): Promise<Accounts> {
    const { url = '' } = this;
    return {
      alipay: { ...alipayMerchant, ...(await keysFor('alipay')), address: `${url}/gateway.do` },
      wechat: { ...(await wechatAccount()), address: url },
      lianlian: {
        ...lianlianMerchant,
        ...(await keysFor('lianlian')),
        webAddress: `${url}/payment/bankgateway.htm`,
        wapAddress: `${url}/authpay.htm`,
        queryAddress: `${url}/orderquery.htm`,
        refundAddress: `${url}/refund.htm`,
        refundQueryAddress: `${url}/refundquery.htm`,
      },
    };
  }

  #createServer() {
    const payments = new SimulatedPayments();
    const behaviour: Behaviour = { now: 'well' };
    const simulators = {
      alipay: new AlipaySimulator(payments, behaviour),
      wechat: new WechatSimulator(payments, behaviour),
      lianlian: new LianlianSimulator(payments, behaviour),
    };
    const controls = new Controls({ payments, simulators, behaviour, webhookSender: this.#webhookSender });
    return createPaymentServer({
      controls: (request) => controls.answer(request),
      simulators: Object.values(simulators).map((simulator) => (request) => simulator.answer(request)),
      behaviour,
    });
  }
}

async function keysFor(platform: 'alipay' | 'lianlian') {
  const holder: Holder = `${platform} merchant`;
  const [own, theirs] = await Promise.all([pairOf(holder), pairOf(platform)]);
  return { privateKey: own.privateKey, platformPublicKey: theirs.publicKey };
}

async function wechatAccount() {
  // Also creates the key of WeChat Pay, because its creation during a request could exceed the timeout.
  const [{ privateKey }] = await Promise.all([pairOf('wechat merchant'), pairOf('wechat')]);
  return { ...wechatMerchant, privateKey, apiV3Key: Buffer.from(wechatMerchant.apiV3Key), platformKey: undefined };
}
