import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createKernel, type Kernel } from 'lectern';

/**
 * The kernel for a command: standard output belongs to what the command prints, so only errors are logged, elsewhere. It
 * publishes events, but leaves it to the servers to deliver them and to run jobs.
 */
export function quietKernel(root: string): Promise<Kernel> {
  const modules = sectionsOf(root, { events: { enabled: false }, jobs: { enabled: false } });
  const config = { log: { level: 'error' }, modules };
  return createKernel({ root, config, logTo: process.stderr });
}

/** Starts the kernel for what a command does with it, and lets go of it afterwards, whatever came of it. */
export async function withStarted(root: string, work: (kernel: Kernel) => Promise<void>): Promise<void> {
  const kernel = await quietKernel(root);
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
