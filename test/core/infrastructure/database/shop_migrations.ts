import type { Database } from '../../../../core/infrastructure/database/database.ts';
import type { MigrationFile, ModuleMigrations } from '../../../../core/hosting/internals.ts';
import { Migrations } from '../../../../core/infrastructure/database/index.ts';
import type { MigrationSteps } from '../../../../core/infrastructure/database/migrate/migration_steps.ts';
import { DatabaseFixture, silent } from './support.ts';

/** A migration that makes the table `t_<name>`, unless its steps say otherwise. */
export function file(name: string, steps: Partial<MigrationSteps> = {}, text = 'run(1);') {
  const table = `t_${name}`;
  const up: MigrationSteps['up'] = (knex) => knex.schema.createTable(table, (t) => t.integer('id').primary());
  const down: NonNullable<MigrationSteps['down']> = (knex) => knex.schema.dropTable(table);
  return { name, file: `/somewhere/migrations/${name}.ts`, text, load: async () => ({ up, down, ...steps }) };
}

export const moduleOf = (...files: MigrationFile[]): ModuleMigrations => ({ module: 'shop', files });

/** A module of three migrations. */
export const three = moduleOf(file('001'), file('002'), file('003'));

interface Migrating {
  readonly place: DatabaseFixture;
  readonly database: Database;
  readonly migrations: Migrations;
}

/** Gives each test of a suite a database of its own, and its migrations. */
export function migrating(use: (made: Migrating) => void): void {
  let place: DatabaseFixture;
  beforeEach(async () => {
    place = await DatabaseFixture.make();
    const database = await place.start();
    use({ place, database, migrations: new Migrations({ database, logger: silent }) });
  });
  afterEach(() => place.clear());
}
