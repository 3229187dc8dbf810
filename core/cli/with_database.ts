import type { Kernel } from 'lectern/host';
import type { BootOptions } from './context.ts';
import { quietKernel } from './quiet_kernel.ts';

/**
 * The kernel with its database open and nothing else started: no migration runs, no service of a plugin begins to work.
 * The embedded database has one process at a time; one that is in use is refused by name.
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

/** Whether the installation has a database at all: the kernel can be used without. */
export function hasDatabase({ modules }: Kernel): boolean {
  return modules.some(({ name, layer }) => layer === 'core' && name === 'database');
}

function refuseWithout(kernel: Kernel): void {
  if (!hasDatabase(kernel)) throw new Error('This installation has no module "database", so there are no tables.');
}
