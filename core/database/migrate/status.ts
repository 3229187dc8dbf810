import type { Kernel } from '../../hosting/internals.ts';
import type { MigrationStatus } from './migration_status.ts';
import { forDatabase } from './for_database.ts';
import { knownModules, moduleNamed, type KnownModule } from './known_modules.ts';

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
  const states = new Map(wanted.map(({ name, state }) => [name, state]));
  const list = await migrations.status(wanted.map((module) => forDatabase(module.migrations)));
  return list.map(({ module, name: migration, state }) => {
    return { module, moduleState: states.get(module) as KnownModule['state'], migration, state };
  });
}
