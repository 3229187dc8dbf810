import type { Knex } from 'knex';

export interface MigrationFile {
  /** File name without its ending, such as `001_articles`. Migrations are applied in the order of their names. */
  name: string;
  /** Path of the file, for messages. */
  file: string;
  /** Source text, to detect changes after the migration was applied. */
  text: string;
  load: () => Promise<{
    up: (knex: Knex) => Promise<void>;
    down?: (knex: Knex) => Promise<void>;
    /** Reason why the migration may break servers of the previous version; read by `lectern migrate plan` only. */
    contract?: string;
  }>;
}

/** Migrations and demo data of a module. */
export interface ModuleMigrations {
  module: string;
  /** Migrations, sorted by name. */
  files: MigrationFile[];
  /** Demo data of the module: path of its file, and a function that loads the function which inserts the data. */
  demo?: { file: string; load: () => Promise<() => Promise<void>> };
}
