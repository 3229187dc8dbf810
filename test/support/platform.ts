import { fileURLToPath } from 'node:url';
import type { Kernel } from 'lectern';
import { createTestKernel, type TestKernel } from 'lectern/testing';
import { logWatch } from './log_watch.ts';

export const projectRoot = fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, '');

/** The learning platform with its demo data, running on a port of its own. */
export type Platform = TestKernel;

/** Starts the platform; stop it in `after`. */
export function startPlatform(config: object = {}): Promise<Platform> {
  return createTestKernel({ root: projectRoot, config, logTo: logWatch.destination([]) });
}

export async function tokenOf({ services }: Kernel, nickname: string): Promise<string> {
  const user = await services.users.byLogin(nickname);
  if (!user) throw new Error(`There is no demo user "${nickname}".`);
  return services.tokens.issue(user.id);
}
