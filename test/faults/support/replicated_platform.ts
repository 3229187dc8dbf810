import { createKernel, type Kernel } from 'lectern/host';
import type { ReplicaState } from '../../../core/infrastructure/database/replicas/replica.ts';
import { projectRoot, tokenOf } from '../../support/platform.ts';
import { PrivatePostgres } from './private_postgres.ts';
import { StallingProxy } from './stalling_proxy.ts';
import { until } from './until.ts';

/** Permitted lag of a replica, in seconds: the minimum of the setting. */
export const LAG_SECONDS = 3;
/** Timeout of a statement, in milliseconds. */
export const TIMEOUT_MS = 25_000;

interface Parts {
  readonly primary: PrivatePostgres;
  readonly standby: PrivatePostgres;
  readonly way: StallingProxy;
  readonly kernels: readonly [Kernel, Kernel];
}

/** A primary, a standby behind a proxy, and two kernels of the platform that use both. */
export class ReplicatedPlatform {
  readonly standby: PrivatePostgres;
  /** Proxy in front of the standby. */
  readonly way: StallingProxy;
  readonly kernels: readonly [Kernel, Kernel];
  readonly #primary: PrivatePostgres;

  private constructor({ primary, standby, way, kernels }: Parts) {
    this.#primary = primary;
    this.standby = standby;
    this.way = way;
    this.kernels = kernels;
  }

  static async start(): Promise<ReplicatedPlatform> {
    const primary = await PrivatePostgres.start();
    const standby = await PrivatePostgres.standbyOf(primary);
    const way = await StallingProxy.to(standby.port);
    const env = {
      NODE_ENV: 'test',
      PORT: '0',
      LOG_LEVEL: 'silent',
      DATABASE_URL: primary.url,
      DATABASE_REPLICA_URLS: `postgres://postgres@127.0.0.1:${way.port}/postgres`,
    };
    // Long, because no read may wait for this timeout at a hanging standby.
    const database = { replicaLagSeconds: LAG_SECONDS, statementTimeoutMs: TIMEOUT_MS };
    const config = { demo: true, modules: { database } };
    const boot = async () => {
      const kernel = await createKernel({ root: projectRoot, env, config });
      await kernel.listen();
      return kernel;
    };
    const made = new ReplicatedPlatform({ primary, standby, way, kernels: [await boot(), await boot()] });
    await made.inUse();
    return made;
  }

  /** State of the standby in the first kernel. */
  get state(): ReplicaState {
    return this.#stateIn(this.kernels[0]);
  }

  #stateIn({ services }: Kernel): ReplicaState {
    return services.database.replicas?.report.replicas[0] as ReplicaState;
  }

  /** Waits until both kernels read from the standby. @returns milliseconds */
  inUse(): Promise<number> {
    return this.#both((state) => state === 'in use');
  }

  /** Waits until no kernel reads from the standby. @returns milliseconds */
  outOfUse(): Promise<number> {
    return this.#both((state) => state !== 'in use');
  }

  token(nickname: string): Promise<string> {
    return tokenOf(this.kernels[0], nickname);
  }

  /** Reads the title of article 1 as a user, from one of the kernels. */
  async title(token: string, { url } = this.kernels[0]): Promise<string> {
    const response = await fetch(`${url}/api/articles/1?fields=title`, { headers: { 'X-Auth-Token': token } });
    if (response.status !== 200) throw new Error(`GET /articles/1 answered ${response.status}`);
    return ((await response.json()) as { title: string }).title;
  }

  async rename(token: string, title: string): Promise<void> {
    const response = await fetch(`${this.kernels[0].url}/api/articles/1`, {
      method: 'PATCH',
      headers: { 'X-Auth-Token': token, 'Content-Type': 'application/json' },
      body: JSON.stringify({ title }),
    });
    if (response.status !== 200) throw new Error(`PATCH /articles/1 answered ${response.status}`);
  }

  async clear(): Promise<void> {
    await Promise.all(this.kernels.map((kernel) => kernel.stop()));
    await this.way.close();
    await this.standby.clear();
    await this.#primary.clear();
  }

  #both(fits: (state: ReplicaState['state']) => boolean): Promise<number> {
    return until(() => {
      for (const kernel of this.kernels) {
        const { state, reason } = this.#stateIn(kernel);
        if (!fits(state)) throw new Error(`the standby is ${state}: ${reason}`);
      }
    });
  }
}
