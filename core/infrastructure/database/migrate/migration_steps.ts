import type { Knex } from 'knex';
import type { MigrationFile } from '../../../hosting/internals.ts';

/** What a migration file exports. The kernel loads the file without types of knex, on which it does not depend. */
export interface MigrationSteps {
  readonly up: (knex: Knex) => Promise<void>;
  readonly down?: (knex: Knex) => Promise<void>;
  /** Reason why the migration may break servers of the previous version; read by `lectern migrate plan` only. */
  readonly contract?: string;
}

export async function stepsOf(file: MigrationFile): Promise<MigrationSteps> {
  return (await file.load()) as MigrationSteps;
}
