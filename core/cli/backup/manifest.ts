/** How what is in a backup is kept: by PostgreSQL's own program, as the folder of the embedded database, or row by row. */
export type BackupFormat = 'pg_dump' | 'embedded' | 'portable';

/** What a backup says about itself, in its first lines. */
export interface Manifest {
  /** Version of this form. */
  readonly lecternBackup: 1;
  readonly format: BackupFormat;
  /** ISO 8601. */
  readonly madeAt: string;
  /** Version of Lectern that made it. */
  readonly lectern: string;
  readonly engine: 'embedded' | 'postgresql';
  /** Major version of the PostgreSQL that it comes from. */
  readonly postgres: number;
  /** Name of the database, or folder of the embedded one. */
  readonly source: string;
  readonly schema: string;
  readonly modules: readonly { readonly name: string; readonly version: string }[];
  /** What had been applied. */
  readonly migrations: readonly { readonly module: string; readonly name: string; readonly checksum: string }[];
  /** Number of rows by table. */
  readonly tables: Readonly<Record<string, number>>;
  /** Tables that are not in it. */
  readonly leftOut: readonly string[];
}

/** Rows in all tables together. */
export function rowsIn({ tables }: Pick<Manifest, 'tables'>): number {
  return Object.values(tables).reduce((sum, count) => sum + count, 0);
}
