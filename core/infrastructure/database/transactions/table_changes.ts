/** Calls the registered function while its owner exists. @returns whether the owner still exists */
type GuardedListener = () => boolean;

/** Listeners for changes of tables that this process reports, such as caches. */
export class TableChanges {
  readonly #listeners = new Map<string, GuardedListener[]>();

  /** Registers a listener; the owner is referenced weakly. */
  listen<T extends object>(table: string, owner: T, listener: (owner: T) => void): void {
    const held = new WeakRef(owner);
    const call = () => {
      const present = held.deref();
      if (present) listener(present);
      return present !== undefined;
    };
    this.#listeners.set(table, [...(this.#listeners.get(table) ?? []), call]);
  }

  notify(table: string): void {
    const listeners = this.#listeners.get(table);
    if (listeners)
      this.#listeners.set(
        table,
        listeners.filter((call) => call()),
      );
  }
}
