import type { ModuleMigrations } from 'lectern/host';
import type { ModuleMigrations as DatabaseMigrations } from '../../database/index.ts';

/** The kernel does not know what a migration exports; the database does, and checks it when it runs one. */
export function forDatabase(migrations: ModuleMigrations): DatabaseMigrations {
  return migrations as DatabaseMigrations;
}
