import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createKernel, type Kernel } from 'lectern/host';
import type { BootOptions } from './context.ts';

// No client waits for a command, and what it does may take its time.
const patient = { acquireTimeoutMs: 10_000, statementTimeoutMs: 60_000 };

/**
 * The kernel for a command: standard output belongs to what the command prints, so only errors are logged, elsewhere. It
 * publishes events, but leaves it to the servers to deliver them and to run jobs.
 * @param more sections of modules, laid over the configuration
 */
export function quietKernel(boot: BootOptions, more: Readonly<Record<string, object>> = {}): Promise<Kernel> {
  const alone = { events: { enabled: false }, jobs: { enabled: false }, database: patient };
  const modules = sectionsOf(boot.root, { ...alone, ...more });
  const config = { log: { level: 'error' }, modules };
  return createKernel({ ...boot, config });
}

/** Starts the kernel for what a command does with it, and lets go of it afterwards, whatever came of it. */
export async function withStarted(boot: BootOptions, work: (kernel: Kernel) => Promise<void>): Promise<void> {
  const kernel = await quietKernel(boot);
  try {
    await kernel.start();
    await work(kernel);
  } finally {
    await kernel.stop();
  }
}

/** Of some sections of the configuration those whose modules of core are there; any other would stop the start. */
export function sectionsOf(root: string, sections: Readonly<Record<string, object>>): object {
  return Object.fromEntries(Object.entries(sections).filter(([name]) => existsSync(join(root, 'core', name))));
}
