import { use, type Lifecycle } from 'lectern';
import { LoopbackServer } from '../loopback_server.ts';
import { createSandboxServer } from '../sandbox_server.ts';

/**
 * Simulates the built-in login providers when `modules.social_login.sandbox` is true, so that their requests stay on
 * this machine. A production site with the sandbox refuses to start.
 */
export class LoginSandbox implements Lifecycle {
  readonly #logger = use('logger');
  readonly #config = use('social_loginConfig');
  readonly #server = new LoopbackServer();

  /** URL of the running sandbox, otherwise undefined. */
  get url(): string | undefined {
    return this.#server.url;
  }

  async start(): Promise<void> {
    if (!this.#config.sandbox) return;
    await this.#server.open(createSandboxServer(this.#config.providers));
    this.#logger.info({ url: this.url }, `The sandbox at ${this.url ?? ''} simulates the login providers`);
  }

  async stop(): Promise<void> {
    await this.#server.close();
  }
}
