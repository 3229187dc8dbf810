import { useEffect, useState } from 'preact/hooks';

/** A value whose changes redraw the components that use it. */
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

  /** Hook that returns the value, and redraws the component when the value changes. */
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
