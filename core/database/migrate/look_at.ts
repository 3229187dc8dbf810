import type { Kernel } from 'lectern/host';

/** Facts about the real database that a migration plan uses. */
export interface Looked {
  /** Applied migrations, as `module migration`. */
  readonly applied: ReadonlySet<string>;
  readonly indices: ReadonlySet<string>;
  /** Estimated number of rows by table, from the statistics of the query planner. */
  readonly rows: Readonly<Record<string, number>>;
}

/**
 * Reads catalogues and the migration history, without blocking other connections.
 * @throws Error when applied migrations differ from their files
 */
export async function lookAt({ modules, services }: Kernel): Promise<Looked> {
  const { database, migrations } = services;
  const recorded = await migrations.recorded();
  for (const {
    name: module,
    migrations: { files },
  } of modules)
    for (const row of recorded.filter((one) => one.module === module))
      if (files.find(({ name }) => name === row.name)?.checksum !== row.checksum)
        throw new Error(
          `The migration ${row.name} of ${module} was changed after it was applied, or its file is missing; see lectern migrate status.`,
        );
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
