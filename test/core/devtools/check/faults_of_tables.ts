import { migrationWith, type Fault } from './fault.ts';

/** Faults of a plugin with a table. */
export const ofTables: readonly Fault[] = [
  {
    what: 'a table without the name of its module',
    check: 'tables',
    plugin: 9,
    changes: [
      migrationWith(
        'table shelf_notes',
        'table notes',
        'on shelf_notes',
        'on notes',
        'drop table shelf_notes',
        'drop table notes',
      ),
    ],
    says: /the table "notes" does not begin with the name of the module/,
    also: /where the table "(notes|shelf_tags)" lies|"tables" names "shelf_notes"/,
    file: 'migrations',
  },
  {
    what: 'a change of a table of another module',
    check: 'tables',
    plugin: 9,
    changes: [
      migrationWith(
        "await knex.raw('create index",
        "await knex.raw('alter table lectern_migrations add column shelf text');\n  await knex.raw('create index",
        "await knex.raw('drop",
        "await knex.raw('alter table lectern_migrations drop column shelf');\n  await knex.raw('drop",
      ),
    ],
    says: /a migration changes the column "shelf" of the table "lectern_migrations"/,
    file: 'migrations',
  },
  {
    what: 'a migration without down()',
    check: 'migrations',
    changes: [migrationWith('export async function down', 'async function down')],
    says: /exports no down/,
    file: 'migrations/001_notes.js',
  },
  {
    what: 'a migration whose down() leaves a table',
    check: 'migrations',
    plugin: 9,
    changes: [
      migrationWith(
        "await knex.raw('create index",
        "await knex.raw('create table if not exists shelf_tags (id bigint)');\n  await knex.raw('create index",
      ),
    ],
    says: /after all migrations went down, the table "shelf_tags" exists/,
    file: 'migrations',
  },
  {
    what: 'a migration whose down() fails',
    check: 'migrations',
    changes: [migrationWith('drop table shelf_notes', 'drop table shelf_papers')],
    says: /table "shelf_papers" does not exist/,
    file: 'migrations',
  },
];
