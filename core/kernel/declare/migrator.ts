/** One migration that a module brings. */
export interface MigrationFile {
  /** File name without its ending, such as `001_articles`; the order of names is the order of migrations. */
  readonly name: string;
  /** Absolute path, for messages. */
  readonly file: string;
  /** Digest of the source text, the same on every replica. */
  readonly checksum: string;
  load(): Promise<unknown>;
}

/** What a module brings for the database. */
export interface ModuleMigrations {
  readonly module: string;
  readonly files: readonly MigrationFile[];
  /** Fills the module's tables for a first look at the system. */
  readonly demo?: { readonly file: string; load(): Promise<() => Promise<void>> };
}

/** What the kernel needs of whoever keeps the database; contributed to the extension point `migrator`. */
export interface Migrator {
  /** Runs `work` while no other replica migrates. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Applies what is missing and answers the names.
   * @param options `demo`: record that demo data is due where nothing of this module was ever applied
   * @throws Error naming module, file and mend
   */
  up(module: ModuleMigrations, options?: { readonly demo?: boolean }): Promise<readonly string[]>;
  /** Names of the modules whose demo data is recorded as due. */
  dueDemos(): Promise<readonly string[]>;
  /** Runs the demo of a module once, in a transaction; false when there is none or it had been run before. */
  loadDemo(module: ModuleMigrations): Promise<boolean>;
}
