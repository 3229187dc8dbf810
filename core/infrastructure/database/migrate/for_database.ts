import type { ModuleMigrations } from '../../../hosting/internals.ts';
import type { ModuleMigrations as DatabaseMigrations } from './migration_files.ts';

/**
 * Casts the migrations of a module to the type of the module `database`. The kernel declares migrations without types
 * of knex, because the kernel does not depend on `database`.
 */
export function forDatabase(migrations: ModuleMigrations): DatabaseMigrations {
  return migrations as DatabaseMigrations;
}
