import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Logger } from 'lectern';
import { construct } from 'lectern/testing';
import type { PaymentsConfig } from '../../../../../core/platform/payments/config.ts';
import { ForgedNotice } from '../../../../../core/platform/payments/gateway.ts';
import type { BegunPayment, Gateway, Notice, PaymentToBegin } from '../../../../../core/platform/payments/gateway.ts';
import type { Accounts } from '../../../../../core/platform/payments/gateways/accounts.ts';
import { Alipay, legacyExpress, legacyWap } from '../../../../../core/platform/payments/gateways/alipay/alipay.ts';
import { AlipayClient } from '../../../../../core/platform/payments/gateways/alipay/alipay_client.ts';
import { LianlianClient } from '../../../../../core/platform/payments/gateways/lianlian/lianlian_client.ts';
import { LianlianWap, LianlianWeb } from '../../../../../core/platform/payments/gateways/lianlian/lianlian.ts';
import { PaymentAccounts } from '../../../../../core/platform/payments/gateways/payment_accounts.ts';
import { WechatClient } from '../../../../../core/platform/payments/gateways/wechat/wechat_client.ts';
import {
  WechatJs,
  WechatMWeb,
  WechatNative,
} from '../../../../../core/platform/payments/gateways/wechat/wechat_pay.ts';
import { PaymentSandbox } from '../../../../../core/platform/payments/sandbox/payment_sandbox.ts';
import { SandboxControl } from '../../../../support/sandbox_control.ts';

const addresses = ['webAddress', 'wapAddress', 'queryAddress', 'refundAddress', 'refundQueryAddress'] as const;
const nowhere = Object.fromEntries(addresses.map((name) => [name, 'https://lianlian.invalid'])) as never;

/** A section of the configuration with the given values only. */
export function configOf(given: Partial<PaymentsConfig> = {}): PaymentsConfig {
  return {
    sandbox: false,
    timeoutMs: 5_000,
    noticeDays: 0,
    pageDays: 0,
    archiveDays: 0,
    alipay: { address: 'https://alipay.invalid' },
    wechat: { address: 'https://wechat.invalid' },
    lianlian: { business: '101001', ...(nowhere as object) } as PaymentsConfig['lianlian'],
    ...given,
  };
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

export const names = [
  'Alipay_LegacyExpress',
  'Alipay_LegacyWap',
  'WechatPay_Native',
  'WechatPay_MWeb',
  'WechatPay_Js',
  'Lianlian_Web',
  'Lianlian_Wap',
] as const;

export type GatewayName = (typeof names)[number];

let numbers = 0;

class Express extends Alipay {
  constructor() {
    super(legacyExpress);
  }
}

class Wap extends Alipay {
  constructor() {
    super(legacyWap);
  }
}

/** The gateways, the sandbox that they ask, and a server that receives reports: all over HTTP. */
export class Counter {
  readonly clock = { now: () => new Date() };
  readonly switches = { enabled: true, alipayEnabled: true, wxpayEnabled: true, llpayEnabled: true };
  /** Notices that were read from reports; the error of a gateway for a rejected one. */
  readonly reports: (Notice | undefined | Error)[] = [];
  /** Received reports. */
  readonly messages: { readonly name: GatewayName; readonly headers: IncomingHttpHeaders; readonly body: Buffer }[] =
    [];
  readonly #server: Server = createServer((request, response) => {
    void buffer(request).then(async (body) => {
      const name = decodeURIComponent((request.url ?? '').slice(1)) as GatewayName;
      this.messages.push({ name, headers: request.headers, body });
      const answer = this.gateway(name).answer(await this.#read(name, request.headers, body));
      response.writeHead(answer.status, { 'Content-Type': answer.type }).end(answer.body);
    });
  });
  #sandbox!: PaymentSandbox;
  #gateways!: ReadonlyMap<string, Gateway>;
  alipayClient!: AlipayClient;
  wechatClient!: WechatClient;

  /** @param config overrides of a configuration with the sandbox enabled */
  static async open(config: Partial<PaymentsConfig> = {}): Promise<Counter> {
    const counter = new Counter();
    await counter.#open(config);
    return counter;
  }

  async #open(config: Partial<PaymentsConfig>): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const paymentsConfig = configOf({ sandbox: true, ...config });
    const needs = { environment: 'test' as const, logger: silent as never as Logger, paymentsConfig };
    this.#sandbox = construct(PaymentSandbox, needs);
    await this.#sandbox.start();
    const settings = { get: async () => this.switches } as never;
    const paymentAccounts = construct(PaymentAccounts, { ...needs, paymentSandbox: this.#sandbox, settings });
    paymentAccounts.start();
    this.#build(paymentsConfig, paymentAccounts);
    // The sandbox creates its keys on first use, which exceeds the time limit of some tests.
    await this.accounts();
  }

  async close(): Promise<void> {
    await this.#sandbox.stop();
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  gateway(name: GatewayName): Gateway {
    return this.#gateways.get(name)!;
  }

  get control(): SandboxControl {
    return new SandboxControl(this.#sandbox.url!);
  }

  accounts(): Promise<Accounts> {
    return this.#sandbox.accounts();
  }

  /** Replaces the accounts of the gateways. */
  replaceAccounts(accounts: Accounts): void {
    this.#sandbox.accounts = async () => accounts;
  }

  /** A payment of 1234.56 yuan that is due in an hour. */
  payment(name: GatewayName, over: Partial<PaymentToBegin> = {}): PaymentToBegin {
    const now = new Date();
    return {
      sn: `${Date.now()}${String(++numbers).padStart(6, '0')}`,
      title: '人工智能 101: "intro" & more',
      amount: 123_456,
      userId: '4',
      address: '127.0.0.1',
      openid: 'openid-of-somebody',
      createdAt: now,
      expiresAt: new Date(now.getTime() + 3_600_000),
      notifyUrl: `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/${name}`,
      returnUrl: 'https://school.example/orders?a=1&b=2',
      ...over,
    };
  }

  /** Begins a payment and does what the payer's browser would do with it. */
  async begin(name: GatewayName, over: Partial<PaymentToBegin> = {}) {
    const payment = this.payment(name, over);
    const begun = await this.gateway(name).begin(payment);
    await visit(begun);
    return { payment, begun };
  }

  async #read(name: GatewayName, headers: IncomingHttpHeaders, body: Buffer): Promise<boolean> {
    try {
      const header = (one: string) => headers[one] as string | undefined;
      this.reports.push(await this.gateway(name).read({ header, body }));
      return true;
    } catch (error) {
      this.reports.push(error as Error);
      return !(error instanceof ForgedNotice);
    }
  }

  #build(paymentsConfig: PaymentsConfig, paymentAccounts: PaymentAccounts): void {
    const needs = { clock: this.clock, paymentAccounts, paymentsConfig };
    this.alipayClient = construct(AlipayClient, needs);
    this.wechatClient = construct(WechatClient, needs);
    const wechat = { clock: this.clock, paymentAccounts, wechatClient: this.wechatClient };
    const alipay = { alipayClient: this.alipayClient, paymentAccounts };
    const lianlian = { clock: this.clock, paymentAccounts, lianlianClient: construct(LianlianClient, needs) };
    const gateways = [
      construct(Express, alipay),
      construct(Wap, alipay),
      construct(WechatNative, wechat),
      construct(WechatMWeb, wechat),
      construct(WechatJs, wechat),
      construct(LianlianWeb, lianlian),
      construct(LianlianWap, lianlian),
    ];
    this.#gateways = new Map(gateways.map((gateway) => [gateway.name, gateway]));
  }
}

/** Submits a form, as a browser does. @returns where that leads */
export async function visit({ form }: BegunPayment): Promise<{ readonly status: number; readonly location: string }> {
  if (!form) return { status: 0, location: '' };
  const body = new URLSearchParams(form.params);
  const answer = await fetch(form.action, { method: 'POST', body, redirect: 'manual' });
  return { status: answer.status, location: answer.headers.get('location') ?? (await answer.text()) };
}
