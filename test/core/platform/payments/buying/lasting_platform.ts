import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKernel, type Kernel } from 'lectern/host';
import supertest from 'supertest';
import { fillFolder } from '../../../../support/migrated_folder.ts';
import { logWatch } from '../../../../support/log_watch.ts';
import { makeTestDatabase, type TestDatabase } from '../../../../support/test_database.ts';
import { projectRoot, tokenOf } from '../../../../support/platform.ts';
import type { ShopPlatform as ShopPlace } from '../../orders/shop.ts';

/** The platform with its demo data, which can be stopped and started anew on the same database. */
export class LastingPlatform implements ShopPlace {
  readonly logs: string[] = [];
  readonly #place: TestDatabase;
  readonly #folder: string;
  #config: object;
  #kernel: Kernel;
  #api: ReturnType<typeof supertest>;

  private constructor(parts: { place: TestDatabase; folder: string; config: object }) {
    this.#place = parts.place;
    this.#folder = parts.folder;
    this.#config = parts.config;
    this.#kernel = undefined as unknown as Kernel;
    this.#api = undefined as unknown as ReturnType<typeof supertest>;
  }

  static async start(config: object): Promise<LastingPlatform> {
    const parts = { place: await makeTestDatabase(), folder: mkdtempSync(join(tmpdir(), 'lectern-')), config };
    if (parts.place.env['DATA_DIR']) await fillFolder(parts.folder, { demo: true });
    const platform = new LastingPlatform(parts);
    await platform.#start();
    return platform;
  }

  get kernel(): Kernel {
    return this.#kernel;
  }

  get api() {
    return this.#api;
  }

  async as(nickname: string): Promise<{ 'X-Auth-Token': string }> {
    return { 'X-Auth-Token': await tokenOf(this.#kernel, nickname) };
  }

  /** Restarts the platform, with another configuration if one is given. */
  async restart(config = this.#config): Promise<void> {
    await this.#kernel.stop();
    this.#config = config;
    await this.#start();
  }

  async stop(): Promise<void> {
    await this.#kernel.stop();
    await this.#place.clear();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #start(): Promise<void> {
    this.#kernel = await createKernel({
      root: projectRoot,
      // A folder keeps the embedded database for the next start.
      env: { ...this.#place.env, DATA_DIR: this.#folder, NODE_ENV: 'test', LOG_LEVEL: 'info' },
      config: { demo: true, ...this.#config },
      logTo: logWatch.destination(this.logs),
    });
    this.#api = supertest(await this.#kernel.listen());
  }
}
