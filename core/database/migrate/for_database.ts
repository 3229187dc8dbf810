import type { ModuleMigrations } from 'lectern/host';
import type { ModuleMigrations as DatabaseMigrations } from '../migration_files.ts';

/**
 * Casts migrations for the database: the kernel does not know their type, and the database checks them on execution.
 */
export function forDatabase(migrations: ModuleMigrations): DatabaseMigrations {
  return migrations as DatabaseMigrations;
}
