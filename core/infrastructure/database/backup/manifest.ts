/** Format of the payload: output of pg_dump, or rows as text (`portable`). */
export type BackupFormat = 'pg_dump' | 'portable';

/** Metadata of a backup, in the second line of its file. */
export interface Manifest {
  /** Version of the manifest format. */
  readonly lecternBackup: 1;
  readonly format: BackupFormat;
  /** Time of the backup in ISO 8601. */
  readonly madeAt: string;
  /** Version of Lectern that made the backup. */
  readonly lectern: string;
  readonly engine: 'embedded' | 'postgresql';
  /** Major version of the source PostgreSQL. */
  readonly postgres: number;
  /** Name of the backed-up database on its server, or folder of the embedded database. */
  readonly source: string;
  readonly schema: string;
  readonly modules: readonly { readonly name: string; readonly version: string }[];
  readonly migrations: readonly { readonly module: string; readonly name: string; readonly checksum: string }[];
  /** Number of rows by table. */
  readonly tables: Readonly<Record<string, number>>;
  /** Tables that a portable backup omits, because no migration has created them. */
  readonly leftOut: readonly string[];
}

export function rowsIn({ tables }: Pick<Manifest, 'tables'>): number {
  return Object.values(tables).reduce((sum, count) => sum + count, 0);
}
