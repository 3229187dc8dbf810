/** Lets those who wait know that something has happened. */
export class Bell {
  readonly #waiting = new Set<() => void>();
  #rings = 0;

  /** How often it was rung. */
  get rings(): number {
    return this.#rings;
  }

  ring(): void {
    this.#rings++;
    for (const wake of [...this.#waiting]) wake();
  }

  /** Resolves when it was rung more often than `rings` times, or after `ms` milliseconds. */
  after(rings: number, ms: number): Promise<void> {
    if (rings !== this.#rings) return Promise.resolve();
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
