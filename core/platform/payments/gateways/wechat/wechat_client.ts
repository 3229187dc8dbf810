import { isUtf8 } from 'node:buffer';
import { randomBytes, type KeyObject } from 'node:crypto';
import { use } from 'lectern';
import { ForgedNotice, GatewayAway, GatewayRefusal, type NoticeMessage } from '../../gateway.ts';
import type { WechatAccount } from '../accounts.ts';
import { askPlatform, objectOf } from '../ask_platform.ts';
import { isSigned, signatureOf } from '../signing.ts';
import { codeIn } from '../wire_values.ts';
import { keysIn, opened } from './wechat_keys.ts';

type Values = Readonly<Record<string, unknown>>;

/** Answer of WeChat Pay; the signature is verified where `isDone` is true. */
export interface WechatAnswer {
  readonly isDone: boolean;
  readonly status: number;
  /** Error code of the answer where `isDone` is false. */
  readonly code: string;
  readonly values: Values;
}

/** A message of WeChat Pay: headers with the signature, and the signed body. */
interface Signed {
  readonly header: (name: string) => string | null | undefined;
  readonly body: string;
}

const METHOD = 'RSA-SHA256';
const WRONG_SIGNATURE =
  'the signature is wrong; if WeChat Pay sent it, check platformPublicKey in modules.payments.wechat';
const MAX_AGE_SECONDS = 300;
const RENEWAL_MS = 60_000;

/** Client of API v3 of WeChat Pay: signs requests, verifies answers and messages, decrypts messages. */
export class WechatClient {
  readonly #accounts = use('paymentAccounts');
  readonly #clock = use('clock');
  readonly #paymentsConfig = use('paymentsConfig');
  #keys: ReadonlyMap<string, KeyObject> = new Map();
  #renewal: Promise<void> | undefined;
  #renewedAt = -Infinity;

  get account(): Promise<WechatAccount> {
    return this.#accounts.of('wechat');
  }

  /**
   * Sends a signed request: POST with `body`, otherwise GET.
   * @throws GatewayAway; GatewayRefusal for a rejected signature, and without a configured account
   */
  async ask(path: string, body?: Values): Promise<WechatAnswer> {
    const account = await this.account;
    const answer = await this.#send(account, path, body);
    const { status, text } = answer;
    const isDone = status < 300;
    if (isDone) {
      const problem = await this.#problemOf({ header: (name) => answer.headers.get(name), body: text }, account);
      if (problem !== undefined) throw new GatewayAway(`the answer of the platform is not authentic: ${problem}`);
    }
    const values = text === '' ? {} : objectOf(text);
    const code = codeIn(values['code']);
    if (status === 401)
      throw new GatewayRefusal(
        `the platform rejects the signature of the merchant (code ${code}); check modules.payments.wechat`,
      );
    return { isDone, status, code, values };
  }

  /**
   * Verifies and decrypts a message of WeChat Pay.
   * @throws ForgedNotice; GatewayRefusal without a configured account
   * @throws GatewayAway when the certificates of WeChat Pay are unavailable
   */
  async read({ header, body }: NoticeMessage): Promise<{ readonly event: unknown; readonly values: Values }> {
    const account = await this.account;
    const text = textOf(body);
    // The signature is verified before the body is parsed.
    const problem = await this.#problemOf({ header, body: text }, account);
    if (problem !== undefined) throw new ForgedNotice(problem);
    const { event_type: event, resource } = parsed(text);
    return { event, values: parsed(opened(resource, account.apiV3Key)) };
  }

  /** Signs the parameters with which a page invokes WeChat Pay, each as a line. @returns the signature in base64 */
  async signed(...lines: readonly string[]): Promise<string> {
    return signatureOf(joined(lines), (await this.account).privateKey, METHOD);
  }

  async #send({ address, merchantId, serial, privateKey, platformKey }: WechatAccount, path: string, body?: Values) {
    const method = body ? 'POST' : 'GET';
    const content = body ? JSON.stringify(body) : '';
    const [timestamp, nonce] = [String(this.#seconds()), randomBytes(16).toString('hex')];
    // The signature covers the whole path, including that of the configured address.
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
      timeoutMs: this.#paymentsConfig.timeoutMs,
    });
  }

  /** Verifies a signature of WeChat Pay. @returns the problem; undefined for a valid signature @throws GatewayAway */
  async #problemOf(signed: Signed, account: WechatAccount): Promise<string | undefined> {
    const age = Math.abs(this.#seconds() - Number(signed.header('wechatpay-timestamp') ?? NaN));
    if (!(age <= MAX_AGE_SECONDS))
      return 'the timestamp is missing, or differs from the clock of this server by more than five minutes; check the clock';
    const key = await this.#keyOf(signed.header('wechatpay-serial') ?? '', account);
    if (!key)
      return 'the signature uses an unknown key; if WeChat Pay sent it, check platformSerial in modules.payments.wechat';
    return isRight(signed, key) ? undefined : WRONG_SIGNATURE;
  }

  async #keyOf(serial: string, account: WechatAccount): Promise<KeyObject | undefined> {
    const { platformKey } = account;
    if (platformKey?.serial === serial) return platformKey.key;
    const name = serial.toUpperCase();
    try {
      if (!this.#keys.has(name)) await this.#renew(account);
    } catch (error) {
      // A merchant with the public key of WeChat Pay needs certificates only while migrating to that key.
      if (!platformKey) throw error;
    }
    if (this.#keys.size === 0 && !platformKey)
      throw new GatewayAway('the platform has sent no certificates yet; they are requested again after a minute');
    return this.#keys.get(name);
  }

  /** Fetches the certificates at most once a minute, because each unknown serial number in a message causes a call. */
  async #renew(account: WechatAccount): Promise<void> {
    const now = this.#clock.now().getTime();
    if (!this.#renewal && now - this.#renewedAt >= RENEWAL_MS) {
      this.#renewedAt = now;
      this.#renewal = this.#fetchKeys(account).finally(() => (this.#renewal = undefined));
    }
    await this.#renewal;
  }

  /** Decryption with `apiV3Key` proves the origin of the certificates; one of them must also have signed the answer. */
  async #fetchKeys(account: WechatAccount): Promise<void> {
    const { status, headers, text } = await this.#send(account, '/v3/certificates');
    if (status !== 200) throw new GatewayAway(`the platform does not send its certificates (status ${status})`);
    const keys = decrypted(text, account.apiV3Key, this.#clock.now());
    const key = keys.get((headers.get('wechatpay-serial') ?? '').toUpperCase());
    const isOurs = key && isRight({ header: (name) => headers.get(name), body: text }, key);
    if (!isOurs)
      throw new GatewayAway('the certificates of the platform are not authentic: none of them has signed the answer');
    this.#keys = keys;
  }

  #seconds(): number {
    return Math.floor(this.#clock.now().getTime() / 1000);
  }
}

/** @throws ForgedNotice */
function textOf(body: Buffer): string {
  if (isUtf8(body)) return body.toString();
  throw new ForgedNotice('the message is not UTF-8');
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
    throw new GatewayAway(
      'the certificates of the platform cannot be decrypted with "modules.payments.wechat.apiV3Key"; set the current key',
    );
  }
}

/** @throws ForgedNotice */
function parsed(text: string): Values {
  try {
    return objectOf(text);
  } catch {
    throw new ForgedNotice('the message contains no JSON object');
  }
}
