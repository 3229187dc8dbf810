import { isUtf8 } from 'node:buffer';
import { randomBytes, type KeyObject } from 'node:crypto';
import type { Services } from 'lectern';
import { ForgedNotice, GatewayAway, GatewayRefusal, type NoticeMessage } from '../gateway.ts';
import type { WechatAccount } from './accounts.ts';
import { askPlatform, objectOf } from './ask_platform.ts';
import type { PaymentAccounts } from './payment_accounts.ts';
import { isSigned, signatureOf } from './signing.ts';
import { codeIn } from './wire_values.ts';
import { keysIn, opened } from './wechat_keys.ts';

type Values = Readonly<Record<string, unknown>>;

/** An answer, whose signature was verified where all went well. */
export interface WechatAnswer {
  readonly isDone: boolean;
  readonly status: number;
  /** Why it is not done. */
  readonly code: string;
  readonly values: Values;
}

/** Headers of a signature by the platform. */
interface Signed {
  readonly header: (name: string) => string | null | undefined;
  readonly body: string;
}

type Needs = Pick<Services, 'clock' | 'paymentAccounts' | 'paymentsConfig'>;

const METHOD = 'RSA-SHA256';
const MOST_AGE_SECONDS = 300;
const RENEWAL_MS = 60_000;

/** Speaks API v3 of WeChat Pay: requests signed, answers and messages checked, their content decrypted. */
export class WechatClient {
  readonly #needs: Needs;
  readonly #accounts: PaymentAccounts;
  #keys: ReadonlyMap<string, KeyObject> = new Map();
  #renewal: Promise<void> | undefined;
  #renewedAt = -Infinity;

  constructor({ clock, paymentAccounts, paymentsConfig }: Needs) {
    this.#needs = { clock, paymentAccounts, paymentsConfig };
    this.#accounts = paymentAccounts;
  }

  /** Whether there is an account. */
  get isConfigured(): boolean {
    return this.#accounts.has('wechat');
  }

  get account(): Promise<WechatAccount> {
    return this.#accounts.of('wechat');
  }

  /** @param body makes it a POST @throws GatewayAway; GatewayRefusal when WeChat Pay does not know us */
  async ask(path: string, body?: Values): Promise<WechatAnswer> {
    const account = await this.account;
    const answer = await this.#send(account, path, body);
    const { status, text } = answer;
    const isDone = status < 300;
    if (isDone) {
      const problem = await this.#problemOf({ header: (name) => answer.headers.get(name), body: text }, account);
      if (problem !== undefined) throw new GatewayAway(`its answer cannot be trusted: ${problem}`);
    }
    const values = text === '' ? {} : objectOf(text);
    const code = codeIn(values['code']);
    if (status === 401) throw new GatewayRefusal(`it does not know our signature (${code})`);
    return { isDone, status, code, values };
  }

  /**
   * A message of WeChat Pay's to us, decrypted.
   * @throws ForgedNotice
   * @throws GatewayAway when its certificates cannot be had
   */
  async read({ header, body }: NoticeMessage): Promise<{ readonly event: unknown; readonly values: Values }> {
    const account = await this.account;
    const text = textOf(body);
    // Nothing of it is parsed before it is known to be the platform's.
    const problem = await this.#problemOf({ header, body: text }, account);
    if (problem !== undefined) throw new ForgedNotice(problem);
    const { event_type: event, resource } = parsed(text);
    return { event, values: parsed(opened(resource, account.apiV3Key)) };
  }

  /** Signs lines, each with its line end: the parameters that a page invokes WeChat Pay with. */
  async signed(...lines: readonly string[]): Promise<string> {
    return signatureOf(joined(lines), (await this.account).privateKey, METHOD);
  }

  async #send({ address, merchantId, serial, privateKey, platformKey }: WechatAccount, path: string, body?: Values) {
    const method = body ? 'POST' : 'GET';
    const content = body ? JSON.stringify(body) : '';
    const [timestamp, nonce] = [String(this.#seconds()), randomBytes(16).toString('hex')];
    // The path as the platform sees it, should the address have one.
    const target = new URL(`${address}${path}`);
    const signed = joined([method, `${target.pathname}${target.search}`, timestamp, nonce, content]);
    const parts = {
      mchid: merchantId,
      nonce_str: nonce,
      timestamp,
      serial_no: serial,
      signature: signatureOf(signed, privateKey, METHOD),
    };
    const credential = Object.entries(parts).map(([name, value]) => `${name}="${value}"`);
    return askPlatform(target.href, {
      method,
      headers: {
        Authorization: `WECHATPAY2-SHA256-RSA2048 ${credential.join(',')}`,
        ...(platformKey && { 'Wechatpay-Serial': platformKey.serial }),
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: content }),
      timeoutMs: this.#needs.paymentsConfig.timeoutMs,
    });
  }

  /** Problem of a signature of the platform, if any. @throws GatewayAway */
  async #problemOf(signed: Signed, account: WechatAccount): Promise<string | undefined> {
    const age = Math.abs(this.#seconds() - Number(signed.header('wechatpay-timestamp') ?? NaN));
    if (!(age <= MOST_AGE_SECONDS)) return 'its timestamp is missing or more than five minutes old';
    const key = await this.#keyOf(signed.header('wechatpay-serial') ?? '', account);
    if (!key) return 'it is signed with a key that WeChat Pay does not have';
    return isRight(signed, key) ? undefined : 'its signature is wrong';
  }

  async #keyOf(serial: string, account: WechatAccount): Promise<KeyObject | undefined> {
    const { platformKey } = account;
    if (platformKey?.serial === serial) return platformKey.key;
    const name = serial.toUpperCase();
    try {
      if (!this.#keys.has(name)) await this.#renew(account);
    } catch (error) {
      // A merchant with a public key has certificates only while the one replaces the others.
      if (!platformKey) throw error;
    }
    if (this.#keys.size === 0 && !platformKey)
      throw new GatewayAway('its certificates could not be loaded a moment ago');
    return this.#keys.get(name);
  }

  /** Fetches the certificates, at most once a minute, because any sender can use a new serial. */
  async #renew(account: WechatAccount): Promise<void> {
    const now = this.#needs.clock.now().getTime();
    if (!this.#renewal && now - this.#renewedAt >= RENEWAL_MS) {
      this.#renewedAt = now;
      this.#renewal = this.#fetchKeys(account).finally(() => (this.#renewal = undefined));
    }
    await this.#renewal;
  }

  /** Only the holder of our common key can have encrypted them; the answer is signed with one of them, too. */
  async #fetchKeys(account: WechatAccount): Promise<void> {
    const { status, headers, text } = await this.#send(account, '/v3/certificates');
    if (status !== 200) throw new GatewayAway(`it does not send its certificates (${status})`);
    const keys = decrypted(text, account.apiV3Key, this.#needs.clock.now());
    const key = keys.get((headers.get('wechatpay-serial') ?? '').toUpperCase());
    const isOurs = key && isRight({ header: (name) => headers.get(name), body: text }, key);
    if (!isOurs) throw new GatewayAway('its certificates cannot be trusted: they are not signed with one of them');
    this.#keys = keys;
  }

  #seconds(): number {
    return Math.floor(this.#needs.clock.now().getTime() / 1000);
  }
}

/** @throws ForgedNotice */
function textOf(body: Buffer): string {
  if (isUtf8(body)) return body.toString();
  throw new ForgedNotice('it is not UTF-8');
}

function joined(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

function isRight({ header, body }: Signed, key: KeyObject): boolean {
  const text = joined([header('wechatpay-timestamp') ?? '', header('wechatpay-nonce') ?? '', body]);
  return isSigned({ text, signature: header('wechatpay-signature') ?? '' }, key, METHOD);
}

function decrypted(text: string, key: Buffer, now: Date): Map<string, KeyObject> {
  try {
    return keysIn(objectOf(text), key, now);
  } catch {
    throw new GatewayAway('its certificates are not encrypted with "modules.payments.wechat.apiV3Key"');
  }
}

/** @throws ForgedNotice */
function parsed(text: string): Values {
  try {
    return objectOf(text);
  } catch {
    throw new ForgedNotice('it holds no JSON object');
  }
}
