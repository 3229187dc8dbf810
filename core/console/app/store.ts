import { useEffect, useState } from 'preact/hooks';

/** A value that components follow. */
export class Store<T> {
  #value: T;
  readonly #listeners = new Set<() => void>();

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  set(value: T): void {
    if (value === this.#value) return;
    this.#value = value;
    for (const listener of [...this.#listeners]) listener();
  }

  /** The value, in a component that is drawn again when the value changes. */
  use(): T {
    const [, draw] = useState({});
    useEffect(() => {
      const listener = () => draw({});
      this.#listeners.add(listener);
      // The value may have changed between drawing and this effect.
      listener();
      return () => {
        this.#listeners.delete(listener);
      };
    }, []);
    return this.#value;
  }
}
