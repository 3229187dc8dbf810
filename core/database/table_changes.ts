/** Calls back somebody who is still there. @returns whether that is so */
type Listener = () => boolean;

/** Who keeps something of a table for a while, and wants to know when this process changes the table. */
export class TableChanges {
  readonly #listeners = new Map<string, Listener[]>();

  /** Has the owner called back for as long as anybody else holds it. */
  listen<T extends object>(table: string, owner: T, listener: (owner: T) => void): void {
    const held = new WeakRef(owner);
    const call = () => {
      const present = held.deref();
      if (present) listener(present);
      return present !== undefined;
    };
    this.#listeners.set(table, [...(this.#listeners.get(table) ?? []), call]);
  }

  tell(table: string): void {
    const listeners = this.#listeners.get(table);
    if (listeners)
      this.#listeners.set(
        table,
        listeners.filter((call) => call()),
      );
  }
}
