import type { Kernel } from 'lectern/host';
import type { MigrationStatus } from './migration_status.ts';
import { forDatabase } from './for_database.ts';
import { knownModules, moduleNamed, type KnownModule } from './known_modules.ts';

/** One migration of one module, and its state. */
export interface MigrationLine {
  readonly module: string;
  readonly moduleState: KnownModule['state'];
  readonly migration: string;
  readonly state: MigrationStatus['state'];
}

/**
 * The migrations of all modules, or of the named module, with their state.
 * @throws Error when the module does not exist
 */
export async function migrationLines(kernel: Kernel, only: string | undefined): Promise<MigrationLine[]> {
  const { migrations } = kernel.services;
  const recorded = (await migrations.recorded()).map(({ module }) => module);
  const modules = await knownModules(kernel, recorded);
  const wanted = only === undefined ? modules : [moduleNamed(modules, only)];
  const lines = await Promise.all(wanted.map((module) => linesOf(kernel, module)));
  return lines.flat();
}

async function linesOf({ services }: Kernel, { name, state, migrations }: KnownModule): Promise<MigrationLine[]> {
  const list = await services.migrations.status(forDatabase(migrations));
  return list.map((one) => ({ module: name, moduleState: state, migration: one.name, state: one.state }));
}
