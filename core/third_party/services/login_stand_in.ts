import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Lifecycle, Services } from 'lectern';
import { createStandInServer } from '../stand_in_server.ts';

type Needs = Pick<Services, 'environment' | 'logger' | 'third_partyConfig'>;

/** Stands in for all providers where `modules.third_party.standIn` is on, so that nothing leaves this machine. */
export class LoginStandIn implements Lifecycle {
  readonly #needs: Needs;
  #server: Server | undefined;

  constructor({ environment, logger, third_partyConfig }: Needs) {
    this.#needs = { environment, logger, third_partyConfig };
  }

  /** Its address while it stands in. */
  get url(): string | undefined {
    const address = this.#server?.address() as AddressInfo | null | undefined;
    return address ? `http://127.0.0.1:${address.port}` : undefined;
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
    this.#server = createStandInServer(config.providers).listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    logger.info({ url: this.url }, `Login providers are stood in for by ${this.url ?? ''}`);
  }

  async stop(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    this.#server = undefined;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  }
}
