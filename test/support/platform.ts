import { fileURLToPath } from 'node:url';
import { createKernel, type Kernel } from 'lectern';
import supertest from 'supertest';
import { logWatch } from './log_watch.ts';
import { makePlace, type Place } from './place.ts';

export const projectRoot = fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, '');

/** The learning platform with its demo data, running on a port of its own. */
export interface Platform {
  readonly kernel: Kernel;
  readonly url: string;
  /** Requests to the running server. */
  readonly api: ReturnType<typeof supertest>;
  readonly logs: readonly string[];
  /** A header that signs in a demo user by nickname, for `.set(...)`. */
  as(nickname: string): Promise<{ 'X-Auth-Token': string }>;
  stop(): Promise<void>;
}

/** Starts the platform; stop it in `after`. */
export async function startPlatform(config: object = {}): Promise<Platform> {
  const place: Place = await makePlace();
  const logs: string[] = [];
  const kernel = await createKernel({
    root: projectRoot,
    env: { ...place.env, NODE_ENV: 'test', LOG_LEVEL: 'info' },
    config: { demo: true, ...config },
    logTo: logWatch.destination(logs),
  });
  const url = await kernel.listen();
  return {
    kernel,
    url,
    api: supertest(url),
    logs,
    as: async (nickname) => ({ 'X-Auth-Token': await tokenOf(kernel, nickname) }),
    stop: async () => {
      await kernel.stop();
      await place.clear();
    },
  };
}

export async function tokenOf({ services }: Kernel, nickname: string): Promise<string> {
  const user = await services.users.byLogin(nickname);
  if (!user) throw new Error(`There is no demo user "${nickname}".`);
  return services.tokens.issue(user.id);
}
