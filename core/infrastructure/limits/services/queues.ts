interface Queue {
  /** Resolves when the newest entry has left the queue. */
  last: Promise<void>;
  length: number;
  /** Ends the pause of the first entry. */
  wake: () => void;
}

/** Queues by key, within this process. The first entry of a queue proceeds; the next waits until the first leaves. */
export class Queues {
  readonly #byKey = new Map<string, Queue>();

  lengthOf(key: string): number {
    return this.#byKey.get(key)?.length ?? 0;
  }

  /** Waits until the caller is first in the queue. @returns function that leaves the queue */
  async enter(key: string): Promise<() => void> {
    const queue = this.#byKey.get(key) ?? { last: Promise.resolve(), length: 0, wake() {} };
    const before = queue.last;
    let open = () => {};
    queue.last = new Promise((resolve) => (open = resolve));
    queue.length++;
    this.#byKey.set(key, queue);
    await before;
    return () => {
      if (--queue.length === 0) this.#byKey.delete(key);
      open();
    };
  }

  /** Pauses the first entry for `ms` milliseconds, or until `wake`. */
  async pause(key: string, ms: number): Promise<void> {
    const queue = this.#byKey.get(key);
    if (!queue) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      queue.wake = resolve;
      timer = setTimeout(resolve, ms);
    });
    clearTimeout(timer);
  }

  wake(key: string): void {
    this.#byKey.get(key)?.wake();
  }
}
