import type { Database } from '../../../../core/infrastructure/database/database.ts';
import {
  Migrations,
  type MigrationFile,
  type ModuleMigrations,
} from '../../../../core/infrastructure/database/index.ts';
import { DatabaseFixture, silent } from './support.ts';

export type Steps = Awaited<ReturnType<MigrationFile['load']>>;

/** A migration that makes the table `t_<name>`, unless its steps say otherwise. */
export function file(name: string, steps: Partial<Steps> = {}, text = 'run(1);'): MigrationFile {
  const table = `t_${name}`;
  const up: Steps['up'] = (knex) => knex.schema.createTable(table, (t) => t.integer('id').primary());
  const down: NonNullable<Steps['down']> = (knex) => knex.schema.dropTable(table);
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
