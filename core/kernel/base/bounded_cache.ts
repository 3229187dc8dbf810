/** Longest cached key, in characters. */
const MAX_KEY_LENGTH = 500;
const MAX_ENTRIES = 200;

/**
 * Caches values by texts of clients, such as headers: at most 200, with keys of at most 500 characters. Values of longer
 * keys are computed each time.
 */
export class BoundedCache<Value> {
  readonly #values = new Map<string, Value>();

  constructor(private readonly compute: (key: string) => Value) {}

  of(key: string): Value {
    const known = this.#values.get(key);
    if (known !== undefined || this.#values.has(key)) return known as Value;
    const value = this.compute(key);
    if (key.length > MAX_KEY_LENGTH) return value;
    if (this.#values.size >= MAX_ENTRIES) this.#values.clear();
    this.#values.set(key, value);
    return value;
  }
}
