import { use } from 'lectern';
import { ForgedNotice, GatewayAway } from '../../gateway.ts';
import type { LianlianAccount } from '../accounts.ts';
import { askPlatform, objectOf } from '../ask_platform.ts';
import { jsonFieldsIn } from '../notice_fields.ts';
import { isSigned, signatureOf, sortedPairs, without, type Fields } from '../signing.ts';
import { codeIn } from '../wire_values.ts';

/** Answer of LianLian; the signature is verified where `isDone` is true. */
export interface LianlianAnswer {
  readonly isDone: boolean;
  /** Code of the answer (`ret_code`). */
  readonly code: string;
  readonly values: Fields;
}
type Values = Readonly<Record<string, unknown>>;

const METHOD = 'RSA-MD5';
const DONE = '0000';
// Codes for a network error, an internal error, a call to retry later, and an unknown error.
const unavailableCodes = new Set(['1007', '9902', '9903', '9999']);
// Fields of answers that the signatures of LianLian do not cover.
const unsigned = ['bank_name', 'memo', 'card_no'];

/** Client of LianLian: signs fields with RSA and MD5, as LianLian requires, and verifies answers and messages. */
export class LianlianClient {
  readonly #accounts = use('paymentAccounts');
  readonly #timeoutMs: number = use('paymentsConfig').timeoutMs;

  get account(): Promise<LianlianAccount> {
    return this.#accounts.of('lianlian');
  }

  /** Adds `oid_partner`, `sign_type` and `sign` to the fields; leaves out empty fields. */
  async signed(fields: Fields): Promise<Fields> {
    const { merchantId, privateKey } = await this.account;
    const all = { ...fields, oid_partner: merchantId, sign_type: 'RSA' };
    const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
    return { ...given, sign: signatureOf(sortedPairs(given), privateKey, METHOD) };
  }

  /** Sends a signed request. @throws GatewayAway; GatewayRefusal without a configured account */
  async ask(url: string, fields: Fields): Promise<LianlianAnswer> {
    const { text } = await askPlatform(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json;charset=utf-8' },
      body: JSON.stringify(await this.signed(fields)),
      timeoutMs: this.#timeoutMs,
    });
    const values = objectOf(text);
    const code = codeIn(values['ret_code']);
    if (unavailableCodes.has(code)) throw new GatewayAway(`the platform reports an internal error (code ${code})`);
    // Answers to refused calls are not signed.
    if (code !== DONE) return { isDone: false, code, values: {} };
    const known = await this.#verified(values, unsigned);
    if (known) return { isDone: true, code, values: known };
    throw new GatewayAway(
      'the answer is not signed with the key of the platform, or belongs to another merchant; check modules.payments.lianlian',
    );
  }

  /** Verifies a message of LianLian and returns its fields. @throws ForgedNotice; GatewayRefusal without an account */
  async read(body: Buffer): Promise<Fields> {
    const known = await this.#verified(jsonFieldsIn(body));
    if (known) return known;
    throw new ForgedNotice(
      'the signature or the merchant of the message is wrong; if LianLian sent it, correct modules.payments.lianlian',
    );
  }

  /**
   * Verifies a signature, which does not cover the fields `besides`.
   * @returns undefined for a wrong signature or merchant
   */
  async #verified(values: Values, besides: readonly string[] = []): Promise<Fields | undefined> {
    const { merchantId, platformPublicKey } = await this.account;
    const fields = without(textsOf(values), ...besides);
    const text = sortedPairs(without(fields, 'sign'));
    const isRight = isSigned({ text, signature: fields['sign'] ?? '' }, platformPublicKey, METHOD);
    return isRight && fields['oid_partner'] === merchantId ? fields : undefined;
  }
}

/** Returns text and number fields as text; signatures cover no other fields. */
function textsOf(values: Values): Fields {
  const entries = Object.entries(values).filter(([, value]) => typeof value === 'string' || typeof value === 'number');
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}
