import type { ModuleMigrations } from 'lectern/host';
import type { ModuleMigrations as DatabaseMigrations } from '../migration_files.ts';

/**
 * Casts the migrations of a module to the type of this module. The kernel declares them without types of knex, and
 * does not depend on the database.
 */
export function forDatabase(migrations: ModuleMigrations): DatabaseMigrations {
  return migrations as DatabaseMigrations;
}
