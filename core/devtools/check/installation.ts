import { createKernel, fileVariable, readOwnFile, type Kernel } from '../../hosting/internals.ts';
import { makeDatabase, type OwnDatabase } from '../../infrastructure/database/index.ts';
import { trialSections } from '../../cli/index.ts';
import { LogLines } from './log_lines.ts';
import type { CheckTarget } from './target.ts';

/** An installation that was started for the checks, on a temporary database. */
export type Installation = Awaited<ReturnType<typeof startInstallation>>;

export interface InstallationOptions {
  /** Modules that the installation leaves out. */
  readonly without: readonly string[];
  /** Environment variables; only those that the manifest of the module names are used. */
  readonly env: NodeJS.ProcessEnv;
  /** URL of a PostgreSQL server on which to create the database; undefined for a database in memory. */
  readonly server: string | undefined;
}

/** Starts the installation with its demo data, with the module or without it. @throws Error when it cannot start */
export async function startInstallation(target: CheckTarget, options: InstallationOptions) {
  const own = options.server === undefined ? undefined : await makeDatabase(options.server);
  const logs = new LogLines(target);
  const begin = performance.now();
  let kernel: Kernel | undefined;
  try {
    kernel = await createKernel({ ...placesOf(target, options), ...settingsOf(target, options.env, own), logTo: logs });
    const url = await kernel.listen();
    /** Milliseconds from the creation of the kernel until it listens. */
    const bootMs = Math.round(performance.now() - begin);
    return { kernel, url, logs, bootMs, stop: () => end(kernel, own) };
  } catch (error) {
    await end(kernel, own);
    throw error;
  }
}

async function end(kernel: Kernel | undefined, own: OwnDatabase | undefined): Promise<void> {
  await kernel?.stop();
  await own?.drop();
}

function placesOf({ root, folder, inPlace }: CheckTarget, { without }: InstallationOptions) {
  if (without.length > 0) return { root, without };
  return inPlace ? { root } : { root, modules: [folder] };
}

/**
 * Isolates the run from the real installation: a temporary database, no Redis, no deliveries or jobs, a free port. Of
 * the environment, only variables that the module names are passed.
 */
function settingsOf(target: CheckTarget, env: NodeJS.ProcessEnv, own: OwnDatabase | undefined) {
  return {
    env: { NODE_ENV: 'test', ...ownVariables(target, env) },
    config: {
      demo: true,
      http: { host: '127.0.0.1', port: 0 },
      log: { level: 'warn' },
      // Circuit breakers are disabled: an open breaker would answer 503 in place of the failing operation.
      guard: { breaker: { failures: 0 } },
      modules: trialSections(target.root, own?.url),
    },
  };
}

/**
 * Environment variables that the manifest of the module names, also as `NAME_FILE`; none for an unreadable manifest.
 */
function ownVariables({ folder }: CheckTarget, env: NodeJS.ProcessEnv): Record<string, string | undefined> {
  try {
    const text = readOwnFile(folder, 'module.json');
    const names = [...text.matchAll(/"env"\s*:\s*"(\w+)"/g)].map(([, name]) => name as string);
    const all = names.flatMap((name) => [name, fileVariable(name)]);
    return Object.fromEntries(all.map((name) => [name, env[name]]));
  } catch {
    return {};
  }
}
