import type { Kernel } from 'lectern/host';
import type { BootOptions } from './context.ts';
import { quietKernel } from './quiet_kernel.ts';

/**
 * Opens the database of a kernel and starts nothing else: no migrations, no services of plugins. The embedded database
 * allows one process at a time; the error names the folder in use.
 */
export async function withDatabase(boot: BootOptions, work: (kernel: Kernel) => Promise<void>): Promise<void> {
  const kernel = await quietKernel(boot);
  refuseWithout(kernel);
  const { database } = kernel.services;
  try {
    await database.start();
    await work(kernel);
  } finally {
    await database.stop();
  }
}

/** Whether the installation has a database: the kernel works without one. */
export function hasDatabase({ modules }: Kernel): boolean {
  return modules.some(({ name, layer }) => layer === 'core' && name === 'database');
}

function refuseWithout(kernel: Kernel): void {
  if (!hasDatabase(kernel)) throw new Error('This command needs the module "database", which this installation lacks.');
}
