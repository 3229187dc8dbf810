import { Failure, standardFailures, use } from 'lectern';
import { isInstance, reasonOf } from '../../../hosting/internals.ts';
import type { SmsMessage, SmsProvider } from '../sms_provider.ts';
import { chosenProvider, NO_PROVIDER } from './chosen_provider.ts';

/** Sends messages by the configured provider. */
export class SmsSender {
  readonly #contributions = use('contributions');
  readonly #logger = use('logger');
  readonly #chosen: string = chosenProvider(use('verificationConfig'), use('environment'));
  #provider: SmsProvider | undefined;

  /** @throws Error when no module contributes the configured provider */
  start(): void {
    if (this.#chosen === NO_PROVIDER) return;
    const all = this.#contributions.of('smsProviders');
    this.#provider = all.find(({ name }) => name === this.#chosen);
    if (this.#provider) return;
    const names = [NO_PROVIDER, ...all.map(({ name }) => name)].join(', ');
    throw new Error(
      `There is no SMS provider "${this.#chosen}"; set modules.verification.sms.provider to one of ${names}, or enable the plugin that contributes the provider.`,
    );
  }

  get isEnabled(): boolean {
    return this.#provider !== undefined;
  }

  /**
   * Passes a message to the provider; call only while `isEnabled` is true.
   * @throws Error without a provider
   * @throws the `Failure` that the provider has thrown
   * @throws standardFailures.unavailable for any other error
   */
  async send(message: SmsMessage): Promise<void> {
    const provider = this.#provider;
    if (!provider)
      throw new Error(
        'No SMS provider is configured, so check isEnabled before send(), or set modules.verification.sms.provider.',
      );
    const { name } = provider;
    try {
      await provider.send(message);
    } catch (error) {
      if (isInstance(error, Failure)) throw error;
      // Logs a redacted reason, because errors of a third-party provider may contain secrets.
      const reason = discreet(error, message);
      this.#logger.error(
        { provider: name, reason },
        `The SMS provider "${name}" failed to send a code, so the request is answered with 503: ${reason}`,
      );
      throw standardFailures.unavailable({ message: 'The SMS could not be sent; try again later.' });
    }
  }
}

function discreet(error: unknown, { mobile, code }: SmsMessage): string {
  const reason = reasonOf(error);
  return reason.replaceAll(mobile, '[number]').replaceAll(code, '[code]');
}
