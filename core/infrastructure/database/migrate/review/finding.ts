/** Effect of a statement on servers of the previous version, and on connections that wait for a lock. */
export interface CompatibilityFinding {
  /**
   * `expand`: the previous version keeps working. `breaks`: the previous version fails. `locks`: other connections
   * wait. `data`: rows change. `look`: needs a review.
   */
  readonly kind: 'expand' | 'breaks' | 'locks' | 'data' | 'look';
  /** Table or view that the finding concerns; empty if unknown. */
  readonly table: string;
  readonly what: string;
  readonly fix?: string;
}

/** State before the first pending migration, and the changes made by the planned migrations. */
export interface Surroundings {
  /** Tables and views that the previous version uses. */
  readonly old: ReadonlySet<string>;
  /** Indices of the real database. The migrations themselves run on an empty copy. */
  readonly indices: ReadonlySet<string>;
  /** Columns with a unique key of their own, as `table.column`. */
  readonly unique: ReadonlySet<string>;
  /**
   * Added columns, as `table.column`, and again as `table.column filled` when they have a default, identity or
   * generated value. Dropped constraints, as `table constraint`.
   */
  readonly seen: Set<string>;
}
