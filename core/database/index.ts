// What other modules may know of the database.
export { insertDemoRows } from './demo_rows.ts';
export type { DatabaseConfig } from './database_config.ts';
export { Database } from './database.ts';
export { deleteAged, type Aged } from './delete_aged.ts';
export { insertRow } from './insert_row.ts';
export { revise, type Revision, type Target } from './revise.ts';
export type { Seeder } from './seeder.ts';
export { SharedCount } from './shared_count.ts';
export type { Statement } from './statement.ts';
export { containsSql, gramsOf, gramsSql } from './text_search.ts';
export type { TransactionOptions } from './transactions.ts';
export { DatabaseUnavailable } from './unavailable.ts';
export { unlessAborted } from './unless_aborted.ts';
export { Migrations } from './migrations.ts';
export type { MigrationFile, ModuleMigrations } from './migration_files.ts';
export type { MigrationStatus } from './migration_status.ts';
