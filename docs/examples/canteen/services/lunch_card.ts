import { createHmac, timingSafeEqual } from 'node:crypto';
import { use } from 'lectern';
import { ForgedNotice, payment } from 'lectern/core';
import type { BegunPayment, Gateway, Notice, NoticeAnswer, NoticeMessage, PaymentToBegin } from 'lectern/core';

/** Payment by lunch card, at the till of the canteen. */
export class LunchCard implements Gateway {
  readonly name = 'LunchCard';
  readonly #settings = use('settings');
  readonly #secret: string | undefined = use('canteenConfig').secret;

  async isEnabled(): Promise<boolean> {
    return this.#secret !== undefined && (await this.#settings.get(payment)).enabled;
  }

  /** A code that the till reads from the payer's screen. */
  async begin({ sn, amount }: PaymentToBegin): Promise<BegunPayment> {
    return { payUrl: '', extra: { qrcodeUrl: `https://canteen.example.com/till?trade=${sn}&amount=${amount}` } };
  }

  /** @throws ForgedNotice */
  async read({ header, body }: NoticeMessage): Promise<Notice> {
    if (!this.#isSigned(body, header('x-till-signature') ?? '')) throw new ForgedNotice('its signature is wrong');
    const fields = new URLSearchParams(body.toString());
    const [tradeSn, platformSn] = [fields.get('trade'), fields.get('slip')];
    const amount = Number(fields.get('amount'));
    if (!tradeSn || !platformSn || !Number.isSafeInteger(amount)) throw new ForgedNotice('it is not whole');
    return { tradeSn, platformSn, paid: true, amount };
  }

  answer(accepted: boolean): NoticeAnswer {
    return { status: accepted ? 200 : 400, type: 'text/plain', body: accepted ? 'ok' : 'no' };
  }

  /** The till repeats its report until it is answered `ok`. */
  async ask(): Promise<undefined> {
    return undefined;
  }

  /** A code that was not read in time is worth nothing: the till knows how old it is. */
  async close(): Promise<void> {
    return;
  }

  /** The till pays out, from the list of refunds. */
  async refund(): Promise<void> {
    return;
  }

  #isSigned(body: Buffer, signature: string): boolean {
    if (this.#secret === undefined) return false;
    const right = createHmac('sha256', this.#secret).update(body).digest();
    const given = Buffer.from(signature, 'hex');
    return given.length === right.length && timingSafeEqual(given, right);
  }
}
