import type { Lifecycle, Services } from 'lectern';
import { LoopbackServer } from '../loopback_server.ts';
import { createSandboxServer } from '../sandbox_server.ts';

type Needs = Pick<Services, 'logger' | 'third_partyConfig'>;

/**
 * Stands in for all providers where `modules.third_party.standIn` is on, so that nothing leaves this machine. Production
 * refuses that before anything is started.
 */
export class LoginSandbox implements Lifecycle {
  readonly #needs: Needs;
  readonly #server = new LoopbackServer();

  constructor({ logger, third_partyConfig }: Needs) {
    this.#needs = { logger, third_partyConfig };
  }

  /** Its address while it stands in. */
  get url(): string | undefined {
    return this.#server.url;
  }

  async start(): Promise<void> {
    const { logger, third_partyConfig: config } = this.#needs;
    if (!config.standIn) return;
    await this.#server.open(createSandboxServer(config.providers));
    logger.info({ url: this.url }, `Login providers are stood in for by ${this.url ?? ''}`);
  }

  async stop(): Promise<void> {
    await this.#server.close();
  }
}
