import type { ModuleMigrations } from 'lectern/host';
import type { ModuleMigrations as DatabaseMigrations } from './migration_files.ts';

/**
 * Casts the migrations of a module to the type of this module. The kernel declares migrations without types of knex,
 * because it does not depend on this module.
 */
export function forDatabase(migrations: ModuleMigrations): DatabaseMigrations {
  return migrations as DatabaseMigrations;
}
