import { resolve } from 'node:path';
import type { Kernel } from '../hosting/internals.ts';
import type { BootOptions } from './context.ts';
import { quietKernel } from './quiet_kernel.ts';

/**
 * Opens the database of an installation, passes the kernel to `work`, and closes the database even if `work` fails.
 * Starts nothing else: no migrations, no services. Creates a missing embedded database only on request, because most
 * commands need existing data.
 * @throws Error without the module `database`, or for an embedded database that is missing or in use
 */
export async function withDatabase(
  boot: BootOptions,
  work: (kernel: Kernel) => Promise<void>,
  { creates = false }: { readonly creates?: boolean } = {},
): Promise<void> {
  const kernel = await quietKernel(boot);
  if (!hasDatabase(kernel))
    throw new Error(
      'This command needs the module "database", which this installation lacks. Add core/infrastructure/database.',
    );
  const { database } = kernel.services;
  try {
    nameDatabase(kernel, boot, creates);
    await database.start();
    await work(kernel);
  } finally {
    await database.stop();
  }
}

/**
 * Starts the kernel of a command without listening, and stops the kernel even if `work` fails.
 * @throws Error when the kernel cannot start, or an embedded database is missing
 */
export async function withStarted(boot: BootOptions, work: (kernel: Kernel) => Promise<void>): Promise<void> {
  const kernel = await quietKernel(boot);
  try {
    if (hasDatabase(kernel)) nameDatabase(kernel, boot);
    await kernel.start();
    await work(kernel);
  } finally {
    await kernel.stop();
  }
}

/** Whether the installation has the module `database`. The kernel works without this module. */
export function hasDatabase(kernel: Kernel): boolean {
  return hasCoreModule(kernel, 'database');
}

export function hasCoreModule({ modules }: Kernel, module: string): boolean {
  return modules.some(({ name, layer }) => layer === 'core' && name === module);
}

/**
 * Logs the place of an embedded database, because a forgotten DATA_DIR or DATABASE_URL selects or creates another one.
 * @throws Error when the embedded database is missing and the command must not create one
 */
function nameDatabase({ services }: Kernel, { logTo }: BootOptions, creates = false): void {
  const { database, databaseConfig } = services;
  if (!creates) database.assertCreated();
  if (database.engine !== 'embedded') return;
  const { dataDir } = databaseConfig;
  const folder = `${database.isMissing ? 'created in ' : ''}${resolve(dataDir)}`;
  logTo.write(`Database: embedded, ${dataDir === 'memory' ? 'in memory, lost at the end of the command' : folder}\n`);
}
