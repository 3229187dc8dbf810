/** Who keeps something of a table for a while, and wants to know when this process changes the table. */
export class TableChanges {
  readonly #listeners = new Map<string, (() => void)[]>();

  listen(table: string, listener: () => void): void {
    this.#listeners.set(table, [...(this.#listeners.get(table) ?? []), listener]);
  }

  tell(table: string): void {
    for (const listener of this.#listeners.get(table) ?? []) listener();
  }
}
