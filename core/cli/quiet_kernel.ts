import { folderInCore } from '../kernel/modules/layers.ts';
import type { Kernel, openApiDocument } from '../hosting/internals.ts';
import type { BootOptions } from './context.ts';

// No client waits for a command, so longer timeouts apply.
const longTimeouts = { acquireTimeoutMs: 10_000, statementTimeoutMs: 60_000 };

/**
 * Creates the kernel of a command, which logs only errors. The kernel stores published events, but leaves deliveries and
 * jobs to the servers.
 */
export async function quietKernel(boot: BootOptions): Promise<Kernel> {
  const { createKernel } = await import('../hosting/internals.ts');
  const alone = { events: { enabled: false }, jobs: { enabled: false }, database: longTimeouts };
  return createKernel({ ...boot, config: { log: { level: 'error' }, modules: sectionsOf(boot.root, alone) } });
}

/** Keeps the sections of installed modules of core; a section of another module would abort the start. */
export function sectionsOf(root: string, sections: Readonly<Record<string, object>>): object {
  return Object.fromEntries(Object.entries(sections).filter(([name]) => folderInCore(root, name)));
}

/**
 * Sections for a trial start: a database in memory or at `databaseUrl` instead of the real one, no Redis, no deliveries
 * and no jobs.
 */
export function trialSections(root: string, databaseUrl?: string): object {
  return sectionsOf(root, {
    database: { dataDir: 'memory', url: databaseUrl, allowEmbeddedInProduction: true },
    events: { enabled: false },
    jobs: { enabled: false },
    limits: { redisUrl: undefined },
  });
}

/** Builds an OpenAPI document of an installation. Starts no service. @throws Error for an unknown version of the API */
export async function documentOf(boot: BootOptions, terms: Parameters<typeof openApiDocument>[1] = {}) {
  const host = await import('../hosting/internals.ts');
  return host.openApiDocument(await quietKernel(boot), terms);
}
