import type { Services } from 'lectern';
import type { SmsMessage, SmsProvider } from '../sms_provider.ts';
import { chosenProvider, DEVELOPMENT_PROVIDER } from './chosen_provider.ts';
import { masked } from './mobile.ts';

type Needs = Pick<Services, 'clock' | 'database' | 'environment' | 'logger' | 'verificationConfig'>;

/** Sends nothing: codes go to the table `sms_outbox`, where developers and tests read them. */
export class DevelopmentSms implements SmsProvider {
  readonly name = DEVELOPMENT_PROVIDER;
  readonly #clock: Services['clock'];
  readonly #database: Services['database'];
  readonly #logger: Services['logger'];
  readonly #isRefused: boolean;

  constructor({ clock, database, environment, logger, verificationConfig }: Needs) {
    this.#clock = clock;
    this.#database = database;
    this.#logger = logger;
    this.#isRefused = environment === 'production' && chosenProvider(verificationConfig, environment) === this.name;
  }

  /** @throws Error in production, where codes would lie readable and reach nobody */
  start(): void {
    if (!this.#isRefused) return;
    throw new Error(
      'The SMS provider "development" sends nothing and keeps codes readable, so production refuses it. ' +
        'Set modules.verification.sms.provider to aliyun, to one of a plugin, or to none.',
    );
  }

  async send({ mobile, type, code }: SmsMessage): Promise<void> {
    await this.#database.table('sms_outbox').insert({ mobile, type, code, created_at: this.#clock.now() });
    const sent = { mobile: masked(mobile), type };
    this.#logger.info(sent, 'A message with a code was written into the table sms_outbox instead of being sent');
  }
}
