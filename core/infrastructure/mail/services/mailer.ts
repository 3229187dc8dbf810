import { standardFailures, use } from 'lectern';
import { reasonOf } from '../../../hosting/internals.ts';
import { chosenProvider, NO_PROVIDER } from '../chosen_provider.ts';
import type { Mail, MailProvider } from '../mail_provider.ts';

const secrets = /[A-Za-z0-9_-]{40,}/g;

/**
 * Sends mail by the configured provider.
 *
 * @example
 * if (mailer.isEnabled) await mailer.send({ to: user.email, subject: 'Welcome', text: 'Good to see you.' });
 */
export class Mailer {
  readonly #contributions = use('contributions');
  readonly #logger = use('logger');
  readonly #chosen: string = chosenProvider(use('mailConfig'), use('environment'));
  #provider: MailProvider | undefined;

  /** @throws Error when no module contributes the configured provider */
  start(): void {
    if (this.#chosen === NO_PROVIDER) return;
    const all = this.#contributions.of('mailProviders');
    this.#provider = all.find(({ name }) => name === this.#chosen);
    if (this.#provider) return;
    const names = [NO_PROVIDER, ...all.map(({ name }) => name)].join(', ');
    throw new Error(
      `There is no mail provider "${this.#chosen}"; set modules.mail.provider to one of ${names}, ` +
        'or enable the plugin that contributes the provider.',
    );
  }

  get isEnabled(): boolean {
    return this.#provider !== undefined;
  }

  /** @throws standardFailures.unavailable when the configured provider is `none` */
  assertEnabled(): void {
    if (!this.isEnabled)
      throw standardFailures.unavailable({
        message:
          'This site sends no mail, because no provider is configured; an operator can set modules.mail.provider.',
      });
  }

  /** Passes a mail to the provider. @throws standardFailures.unavailable when the provider fails or is `none` */
  async send(mail: Mail): Promise<void> {
    this.assertEnabled();
    try {
      await this.#provider?.send(mail);
    } catch (error) {
      // Logs only the redacted message: errors of a provider may quote the recipient and the mail.
      const reason = reasonOf(error).replaceAll(mail.to, '[address]').replace(secrets, '[secret]');
      this.#logger.error(
        { provider: this.#chosen, reason },
        `The mail provider "${this.#chosen}" failed to send a mail; the field "reason" says why`,
      );
      throw standardFailures.unavailable({ message: 'The mail could not be sent; try again later.' });
    }
  }
}
