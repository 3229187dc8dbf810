/** Effect of a statement on servers of the previous version, and on connections that wait for a lock. */
export interface Finding {
  /**
   * `breaks`: the previous version fails. `locks`: other connections wait. `data`: rows change. `look`: needs a review.
   */
  readonly kind: 'expand' | 'breaks' | 'locks' | 'data' | 'look';
  /** Table or view; empty where there is none. */
  readonly table: string;
  readonly what: string;
  readonly fix?: string;
}

/** Known state before the first pending migration, and changes since. */
export interface Surroundings {
  /** Tables and views that the previous version uses. */
  readonly old: ReadonlySet<string>;
  /** Indices of the database itself. */
  readonly indices: ReadonlySet<string>;
  /** Added columns, as `table.column`, and dropped constraints, as `table constraint`. */
  readonly seen: Set<string>;
}
