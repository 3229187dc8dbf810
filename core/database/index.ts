// What other modules may know of the database.
export { insertDemoRows } from './demo_rows.ts';
export type { DatabaseConfig } from './database_config.ts';
export { Database } from './database.ts';
export type { Statement } from './statement.ts';
export type { TransactionOptions } from './transactions.ts';
export { DatabaseUnavailable } from './unavailable.ts';
export { Migrations } from './migrations.ts';
export type { MigrationFile, ModuleMigrations } from './migration_files.ts';
export type { MigrationStatus } from './migration_status.ts';
