import type { Knex } from 'knex';

/** A change of a module's tables, as found in its folder. */
export interface MigrationFile {
  /** As `001_articles`; the order of the names is the order of the changes. */
  name: string;
  /** Where it stands, for messages. */
  file: string;
  /** Of the file's content, so that a later change of an applied file is noticed. */
  checksum: string;
  load: () => Promise<{
    up: (knex: Knex) => Promise<void>;
    down?: (knex: Knex) => Promise<void>;
    /** Why it may break servers of the version before; only `lectern migrate plan` asks for it. */
    contract?: string;
  }>;
}

/** Everything the `migrations` folder of a module holds. */
export interface ModuleMigrations {
  module: string;
  /** Sorted by name. */
  files: MigrationFile[];
  /** Fills the module's tables for a first look at the system. */
  demo?: { file: string; load: () => Promise<() => Promise<void>> };
}
