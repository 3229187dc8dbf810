import { use } from 'lectern';
import { ForgedNotice, GatewayAway, GatewayRefusal } from '../../gateway.ts';
import type { AlipayAccount } from '../accounts.ts';
import { askPlatform, objectOf } from '../ask_platform.ts';
import { byteFieldsIn, decoded } from '../notice_fields.ts';
import { isSigned, signatureOf, sortedPairs, without, type Fields } from '../signing.ts';
import { chinaTime, codeIn } from '../wire_values.ts';

export interface AlipayCall {
  /** Name of the method, such as `alipay.trade.query`. */
  readonly method: string;
  readonly content: Readonly<Record<string, unknown>>;
  /** Further parameters, outside of `biz_content`. */
  readonly more?: Fields;
}

/** An answer with a verified signature. */
export interface AlipayAnswer {
  readonly isDone: boolean;
  /** Code of the answer: `sub_code`, or else `code`. */
  readonly code: string;
  readonly values: Readonly<Record<string, unknown>>;
}

const METHOD = 'RSA-SHA256';
const DONE = '10000';
const UNAVAILABLE = '20000';
const systemErrors = /SYSTEM_ERROR$|^isp\./;

/** Client of Alipay's open API: signs parameters with RSA2, verifies answers and messages. */
export class AlipayClient {
  readonly #accounts = use('paymentAccounts');
  readonly #clock = use('clock');
  readonly #timeoutMs: number = use('paymentsConfig').timeoutMs;

  /** Signs the parameters of a call, and returns them with the URL of Alipay. */
  async signed(call: AlipayCall): Promise<{ readonly action: string; readonly params: Fields }> {
    const account = await this.#accounts.of('alipay');
    return { action: account.address, params: this.#paramsOf(call, account) };
  }

  /** Sends a call. @throws GatewayAway; GatewayRefusal for an unsigned answer, and without a configured account */
  async ask(call: AlipayCall): Promise<AlipayAnswer> {
    const account = await this.#accounts.of('alipay');
    const { text } = await askPlatform(`${account.address}?charset=utf-8`, {
      method: 'POST',
      body: new URLSearchParams(this.#paramsOf(call, account)),
      timeoutMs: this.#timeoutMs,
    });
    return readAnswer(text, call.method, account);
  }

  /** Verifies a message of Alipay and returns its fields. @throws ForgedNotice; GatewayRefusal without an account */
  async read(body: Buffer): Promise<Fields> {
    const { appId, platformPublicKey, sellerId } = await this.#accounts.of('alipay');
    const received = byteFieldsIn(body);
    const { sign: signature = '', charset = 'utf-8' } = received;
    const text = Buffer.from(sortedPairs(without(received, 'sign', 'sign_type')), 'latin1');
    if (!isSigned({ text, signature }, platformPublicKey, METHOD))
      throw new ForgedNotice(
        'the signature of the message is wrong; if Alipay sent it, correct modules.payments.alipay.platformPublicKey',
      );
    const fields = decoded(received, charset);
    if (fields['app_id'] !== appId)
      throw new ForgedNotice(
        'the message belongs to another application (app_id); compare modules.payments.alipay.appId',
      );
    if (sellerId !== undefined && fields['seller_id'] !== sellerId) {
      throw new ForgedNotice(
        'the message is about a payment to another account (seller_id); compare modules.payments.alipay.sellerId',
      );
    }
    return fields;
  }

  #paramsOf({ method, content, more = {} }: AlipayCall, { appId, privateKey }: AlipayAccount): Fields {
    const params = {
      app_id: appId,
      method,
      format: 'JSON',
      charset: 'utf-8',
      sign_type: 'RSA2',
      timestamp: chinaTime(this.#clock.now()).plain,
      version: '1.0',
      ...more,
      biz_content: JSON.stringify(content),
    };
    return { ...params, sign: signatureOf(sortedPairs(params), privateKey, METHOD) };
  }
}

/** Verifies and parses an answer. Alipay signs the unparsed text, so `memberText` extracts exactly this text. */
function readAnswer(text: string, method: string, { platformPublicKey }: AlipayAccount): AlipayAnswer {
  const { sign: signature } = objectOf(text);
  const own = memberText(text, `${method.replaceAll('.', '_')}_response`);
  const values = objectOf(own ?? memberText(text, 'error_response') ?? text);
  const { code, sub_code: reason } = values;
  const problem = codeIn(reason ?? code);
  if (code === UNAVAILABLE || systemErrors.test(problem))
    throw new GatewayAway(`the platform reports an internal error (code ${problem})`);
  // Alipay does not sign answers to unknown applications.
  if (own === undefined || typeof signature !== 'string')
    throw new GatewayRefusal(`the platform refused the call (code ${problem}); check modules.payments.alipay.appId`);
  if (!isSigned({ text: own, signature }, platformPublicKey, METHOD)) {
    throw new GatewayAway(
      'the answer is not signed with the key of the platform; check modules.payments.alipay.platformPublicKey',
    );
  }
  return { isDone: code === DONE, code: problem, values };
}

/**
 * Returns the unchanged text of an object in JSON, because signatures cover the exact text.
 * @param text valid JSON
 * @param name of the member, at any depth; the first such member whose value is an object counts
 * @returns undefined without such a member
 */
export function memberText(text: string, name: string): string | undefined {
  // JSON strings escape their quotes, so the pattern cannot match inside of a string.
  const start = new RegExp(`"${name}"\\s*:\\s*(?=\\{)`).exec(text);
  if (!start) return undefined;
  const from = start.index + start[0].length;
  let depth = 0;
  for (const { 0: token, index } of text.slice(from).matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (token === '{') depth++;
    else if (token === '}') depth--;
    if (depth === 0) return text.slice(from, from + index + 1);
  }
  return undefined;
}
