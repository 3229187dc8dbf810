/** What a statement means for servers that still run the version before, and for those who wait for a lock. */
export interface Finding {
  /** `breaks`: the version before fails. `locks`: others wait. `data`: rows change. `look`: nobody but you can tell. */
  readonly kind: 'expand' | 'breaks' | 'locks' | 'data' | 'look';
  /** Table or view; empty where there is none. */
  readonly table: string;
  readonly what: string;
  readonly mend?: string;
}

/** What is known of the database before the first pending migration, and what has been seen since. */
export interface Surroundings {
  /** Tables and views that the version before uses. */
  readonly old: ReadonlySet<string>;
  /** Indices that the database itself has. */
  readonly indices: ReadonlySet<string>;
  /** Columns that were added, as `table.column`, and constraints that were dropped, as `table constraint`. */
  readonly seen: Set<string>;
}
