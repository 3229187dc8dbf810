import type { Kernel } from '../../../hosting/internals.ts';
import { statusOf, type MigrationStatus } from './migration_status.ts';

/** Facts about the real database that a migration plan uses. */
export interface DatabaseFacts {
  /** Applied migrations, as `module migration`. */
  readonly applied: ReadonlySet<string>;
  readonly indices: ReadonlySet<string>;
  /** Estimated number of rows by table, from the statistics of the query planner. */
  readonly rows: Readonly<Record<string, number>>;
}

/**
 * Reads catalogues and the migration history, without blocking other connections.
 * @throws Error when the file of an applied migration was changed or is missing
 */
export async function readDatabaseFacts({ modules, services }: Kernel): Promise<DatabaseFacts> {
  const { database, migrations } = services;
  const recorded = await migrations.recorded();
  for (const { name, migrations: own } of modules) {
    const applied = recorded.filter(({ module }) => module === name);
    assertUnchanged(name, statusOf(own.files, applied));
  }
  const { rows } = await database.raw<{ name: string; kind: string; rows: string }>(
    `select relname as name, relkind::text as kind, reltuples::bigint as rows from pg_class
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'i', 'I')`,
  );
  const [indices, tables] = [rows.filter(({ kind }) => /i/i.test(kind)), rows.filter(({ kind }) => !/i/i.test(kind))];
  return {
    applied: new Set(recorded.map(({ module, name }) => `${module} ${name}`)),
    indices: new Set(indices.map(({ name }) => name)),
    rows: Object.fromEntries(tables.map((one) => [one.name, Math.max(Number(one.rows), 0)])),
  };
}

function assertUnchanged(module: string, states: readonly MigrationStatus[]): void {
  const found = states.find(({ state }) => state === 'changed' || state === 'missing');
  if (!found) return;
  const what = found.state === 'missing' ? 'was applied, but its file is missing' : 'was changed after it was applied';
  throw new Error(`The migration ${found.name} of ${module} ${what}; restore the file as it was applied.`);
}
