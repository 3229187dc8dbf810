import supertest from 'supertest';
import type { Platform } from '../../../support/platform.ts';
import { ServerProcess } from '../payments/servers/server_process.ts';

type Api = Platform['api'];

/** Key of the JWTs that both servers accept, where the platform is started with it. */
export const jwtSecret = 'a key for tests only, thirty-two characters';

/** A platform and a built server in a process of its own on the same database. Requests go to both in turn. */
export class TwoServers {
  readonly #platform: Platform;
  readonly #process: ServerProcess;
  readonly #apis: readonly Api[];
  #sent = 0;

  private constructor(platform: Platform, process: ServerProcess) {
    this.#platform = platform;
    this.#process = process;
    this.#apis = [platform.api, supertest(process.url)];
  }

  /** Starts the second server beside a platform on PostgreSQL. @param modules sections of its configuration */
  static async start(platform: Platform, modules: object = {}): Promise<TwoServers> {
    const config = {
      http: { port: 0, trustedProxies: ['127.0.0.1'] },
      // The second server works only for its requests, because the tests reset the tables.
      modules: {
        settings: { cacheMs: 0 },
        events: { enabled: false },
        jobs: { enabled: false },
        users: { jwtSecret },
        ...modules,
      },
    };
    const { url = '' } = platform.services.databaseConfig;
    return new TwoServers(platform, await ServerProcess.start(config, { DATABASE_URL: url }));
  }

  /** The server for the next request. */
  get api(): Api {
    return this.#apis[this.#sent++ % this.#apis.length]!;
  }

  async stop(): Promise<void> {
    await this.#process.stop();
    await this.#platform.stop();
  }
}
