export interface MigrationFile {
  /** File name without its ending, such as `001_articles`; the order of names is the order of migrations. */
  readonly name: string;
  /** Path below the root, for messages. */
  readonly file: string;
  readonly text: string;
  load(): Promise<unknown>;
}

export interface ModuleMigrations {
  readonly module: string;
  readonly files: readonly MigrationFile[];
  /** `uses` of the manifest of a plugin, which limits its migrations. */
  readonly uses?: object | undefined;
  /** Example rows for the module's tables. `load` returns a function that inserts the rows. */
  readonly demo?: { readonly file: string; load(): Promise<() => Promise<void>> };
}

/** Interface between the kernel and the database module; contributed to the extension point `migrator`. */
export interface Migrator {
  /** Runs `work` while no other process migrates. @throws Error when another process migrates for too long */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Applies missing migrations and returns their names.
   * @param options `demo`: record that demo data is due if no migration of this module was applied before
   * @throws Error when a migration fails, or the files do not match the applied migrations
   */
  up(module: ModuleMigrations, options?: { readonly demo?: boolean }): Promise<readonly string[]>;
  /** Names of the modules whose demo data is recorded as due. */
  dueDemos(): Promise<readonly string[]>;
  /** Loads the demo data of a module once, in a transaction. @returns false without demo data, or if loaded before */
  loadDemo(module: ModuleMigrations): Promise<boolean>;
}
