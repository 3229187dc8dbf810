/** Lets tasks of this process wait for a notification. */
export class Signal {
  readonly #waiting = new Set<() => void>();
  #count = 0;

  /** Number of notifications so far. */
  get count(): number {
    return this.#count;
  }

  notify(): void {
    this.#count++;
    for (const wake of [...this.#waiting]) wake();
  }

  /** Resolves when there have been more than `count` notifications, or after `ms` milliseconds. */
  after(count: number, ms: number): Promise<void> {
    if (count !== this.#count) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, ms).unref();
      this.#waiting.add(wake);
    });
  }
}
