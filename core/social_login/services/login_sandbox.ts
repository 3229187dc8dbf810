import type { Lifecycle, Services } from 'lectern';
import { LoopbackServer } from '../loopback_server.ts';
import { createSandboxServer } from '../sandbox_server.ts';

type Needs = Pick<Services, 'logger' | 'social_loginConfig'>;

/**
 * Stands in for all providers where `modules.social_login.standIn` is on, so that nothing leaves this machine. Production
 * refuses that before anything is started.
 */
export class LoginSandbox implements Lifecycle {
  readonly #needs: Needs;
  readonly #server = new LoopbackServer();

  constructor({ logger, social_loginConfig }: Needs) {
    this.#needs = { logger, social_loginConfig };
  }

  /** Its address while it stands in. */
  get url(): string | undefined {
    return this.#server.url;
  }

  async start(): Promise<void> {
    const { logger, social_loginConfig: config } = this.#needs;
    if (!config.standIn) return;
    await this.#server.open(createSandboxServer(config.providers));
    logger.info({ url: this.url }, `Login providers are stood in for by ${this.url ?? ''}`);
  }

  async stop(): Promise<void> {
    await this.#server.close();
  }
}
