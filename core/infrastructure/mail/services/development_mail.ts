import { use } from 'lectern';
import { DEVELOPMENT_PROVIDER } from '../chosen_provider.ts';
import type { Mail, MailProvider } from '../mail_provider.ts';

/** Stores mail in the table `mail_outbox` and sends nothing. A start in production is refused with this provider. */
export class DevelopmentMail implements MailProvider {
  readonly name = DEVELOPMENT_PROVIDER;
  readonly #clock = use('clock');
  readonly #database = use('database');
  readonly #logger = use('logger');

  async send({ to, subject, text }: Mail): Promise<void> {
    await this.#database.table('mail_outbox').insert({ address: to, subject, text, created_at: this.#clock.now() });
    this.#logger.info({ subject }, 'A mail was written into the table mail_outbox instead of being sent');
  }
}
