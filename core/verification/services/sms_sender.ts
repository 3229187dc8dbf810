import { Failure, standardFailures, type Services } from 'lectern';
import { isInstance, reasonOf } from 'lectern/host';
import type { SmsMessage, SmsProvider } from '../sms_provider.ts';
import { chosenProvider, NO_PROVIDER } from './chosen_provider.ts';

type Needs = Pick<Services, 'contributions' | 'environment' | 'logger' | 'verificationConfig'>;

/** Sends messages by the provider that the configuration chooses. */
export class SmsSender {
  readonly #contributions: Services['contributions'];
  readonly #logger: Services['logger'];
  readonly #chosen: string;
  #provider: SmsProvider | undefined;

  constructor({ contributions, environment, logger, verificationConfig }: Needs) {
    this.#contributions = contributions;
    this.#logger = logger;
    this.#chosen = chosenProvider(verificationConfig, environment);
  }

  /** @throws Error when no module brings the provider that was chosen */
  start(): void {
    if (this.#chosen === NO_PROVIDER) return;
    const all = this.#contributions.of('smsProviders');
    this.#provider = all.find(({ name }) => name === this.#chosen);
    if (this.#provider) return;
    const names = [NO_PROVIDER, ...all.map(({ name }) => name)].join(', ');
    throw new Error(`There is no SMS provider "${this.#chosen}". Set modules.verification.sms.provider to ${names}.`);
  }

  get isEnabled(): boolean {
    return this.#provider !== undefined;
  }

  /**
   * Hands a message to the provider.
   * @throws Failure that the provider meant
   * @throws standardFailures.unavailable when it fails otherwise, or is none
   */
  async send(message: SmsMessage): Promise<void> {
    const { name } = this.#provider ?? {};
    try {
      await this.#provider?.send(message);
    } catch (error) {
      if (isInstance(error, Failure)) throw error;
      // Of the error only its sentence, cleared of what it must not tell: providers are written by strangers.
      this.#logger.error({ provider: name, reason: discreet(error, message) }, 'A message could not be sent');
      throw standardFailures.unavailable({ message: 'The message could not be sent; try again later.' });
    }
  }
}

function discreet(error: unknown, { mobile, code }: SmsMessage): string {
  const reason = reasonOf(error);
  return reason.replaceAll(mobile, '[number]').replaceAll(code, '[code]');
}
