import { use } from 'lectern';
import type { SmsMessage, SmsProvider } from '../sms_provider.ts';
import { DEVELOPMENT_PROVIDER } from './chosen_provider.ts';
import { maskedMobile } from '../../users/index.ts';

/** SMS provider for developers and tests: stores codes in the table `sms_outbox` and sends nothing. */
export class DevelopmentSms implements SmsProvider {
  readonly name = DEVELOPMENT_PROVIDER;
  readonly #clock = use('clock');
  readonly #database = use('database');
  readonly #logger = use('logger');

  async send({ mobile, type, code }: SmsMessage): Promise<void> {
    await this.#database.table('sms_outbox').insert({ mobile, type, code, created_at: this.#clock.now() });
    const sent = { mobile: maskedMobile(mobile), type };
    this.#logger.info(
      sent,
      'The SMS provider "development" stored a code in the table sms_outbox instead of sending it',
    );
  }
}
