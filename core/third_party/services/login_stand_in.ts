import type { Lifecycle, Services } from 'lectern';
import { LoopbackServer } from '../loopback_server.ts';
import { createStandInServer } from '../stand_in_server.ts';

type Needs = Pick<Services, 'environment' | 'logger' | 'third_partyConfig'>;

/** Stands in for all providers where `modules.third_party.standIn` is on, so that nothing leaves this machine. */
export class LoginStandIn implements Lifecycle {
  readonly #needs: Needs;
  readonly #server = new LoopbackServer();

  constructor({ environment, logger, third_partyConfig }: Needs) {
    this.#needs = { environment, logger, third_partyConfig };
  }

  /** Its address while it stands in. */
  get url(): string | undefined {
    return this.#server.url;
  }

  /** @throws Error in production, where everyone who has read the manual could sign in */
  async start(): Promise<void> {
    const { environment, logger, third_partyConfig: config } = this.#needs;
    if (!config.standIn) return;
    if (environment === 'production') {
      throw new Error(
        '"modules.third_party.standIn" lets anyone sign in who knows the demo account; set it to false in production.',
      );
    }
    await this.#server.open(createStandInServer(config.providers));
    logger.info({ url: this.url }, `Login providers are stood in for by ${this.url ?? ''}`);
  }

  async stop(): Promise<void> {
    await this.#server.close();
  }
}
