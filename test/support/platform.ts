import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Kernel } from 'lectern/host';
import { createTestKernel, type TestKernel } from 'lectern/testing';
import { demoDay } from '../../core/testing/fingerprint.ts';
import './compiled_postgres.ts';
import { leaveIdle, takeIdle } from './idle.ts';
import { Installation, type Files } from './installation.ts';
import { logWatch } from './log_watch.ts';

export const projectRoot = fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, '');

/** The learning platform with its demo data, running on a free port. */
export type Platform = TestKernel;

/**
 * Starts a platform, or reuses a platform with the same configuration of an earlier test file. Call `stop` in `after`:
 * it resets rows, sequences, clock and log lines, so that the next test file can reuse the platform.
 * @param modules folders of further plugins; a platform with further plugins is not shared
 */
export async function startPlatform(config: object = {}, modules: string[] = []): Promise<Platform> {
  return modules.length > 0 ? startOwnPlatform(config, modules) : startSharedPlatform(config, []);
}

/**
 * Like `startPlatform`, for further plugins that change nothing but rows, so that the platform can be shared. Platforms
 * are shared on one day only, because demo data contain dates near the day on which they are loaded.
 */
export async function startSharedPlatform(config: object, modules: string[]): Promise<Platform> {
  const key = `platform ${JSON.stringify([demoDay(projectRoot), config, modules])}`;
  return takeIdle<Platform>(key) ?? share(key, await startOwnPlatform(config, modules));
}

/** Starts a platform that no other test file reuses, for tests that change more than rows. */
export function startOwnPlatform(config: object = {}, modules: string[] = []): Promise<Platform> {
  return createTestKernel({ root: projectRoot, modules, config, logTo: logWatch.destination([]) });
}

/**
 * Starts a platform with plugins of the test, and removes their files when it stops.
 * @param files by their path; its first part is the name of the plugin
 */
export async function startWithPlugins(files: Files, config: object = {}): Promise<Platform> {
  const installation = new Installation(files);
  const names = new Set(Object.keys(files).map((path) => path.split('/', 1)[0]!));
  const platform = await startOwnPlatform(
    config,
    [...names].map((name) => join(installation.root, name)),
  );
  const end = platform.stop.bind(platform);
  const stop = () => end().finally(() => installation.clear());
  return Object.assign(platform, { stop });
}

function share(key: string, platform: Platform): Platform {
  const end = platform.stop.bind(platform);
  const stop = async () => {
    await platform.reset();
    (platform.logs as string[]).length = 0;
    await leaveIdle(key, platform, end);
  };
  return Object.assign(platform, { stop });
}

/** Warnings and errors among log lines, without those about the embedded database and slow statements of the test kit. */
export function complaintsIn(logs: readonly string[]): string[] {
  const expected = /is for evaluation|"statement":"select lectern_snapshot\./;
  return logs.filter((line) => (JSON.parse(line) as { level: number }).level >= 40 && !expected.test(line));
}

export async function tokenOf({ services }: Kernel, nickname: string): Promise<string> {
  const user = await services.users.byLogin(nickname);
  if (!user) throw new Error(`There is no demo user "${nickname}".`);
  return services.tokens.issue(user.id);
}
