import { Limited, TimeLimit } from './time_limit.ts';

/** An operation whose promise is pending. */
export class PendingOperation extends Limited {
  constructor(readonly giveUp: () => void) {
    super();
  }
}

/** Ends the wait for operations that never answer. */
export class Deadlines {
  readonly #limit: TimeLimit<PendingOperation> | undefined;

  /** @param deadlineMs 0 disables the deadline */
  constructor(deadlineMs: number) {
    this.#limit = deadlineMs === 0 ? undefined : new TimeLimit(deadlineMs, (pending) => pending.giveUp());
  }

  stop(): void {
    this.#limit?.stop();
  }

  /** Starts the deadline of an operation and calls `giveUp` when it passes. @returns the handle for `end` */
  begin(giveUp: () => void): PendingOperation | undefined {
    if (!this.#limit) return undefined;
    const pending = new PendingOperation(giveUp);
    this.#limit.begin(pending);
    return pending;
  }

  /**
   * Returns a promise that settles like the pending `value`, unless the deadline passes first.
   * @param late called at the deadline; returns the error to reject with, or undefined when none is needed any more
   * @param ended called when the value settles, also after the deadline
   */
  settle(value: PromiseLike<unknown>, late: () => Error | undefined, ended?: () => void): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const pending = this.begin(() => {
        const error = late();
        if (error) reject(error);
      });
      // A thenable may call back twice or synchronously, or never report its failure; a promise does not.
      Promise.resolve(value).then(
        (awaited) => {
          ended?.();
          if (this.end(pending)) resolve(awaited);
        },
        (error: unknown) => {
          ended?.();
          // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- the operation may throw any value
          if (this.end(pending)) reject(error);
        },
      );
    });
  }

  /** Ends the deadline of an operation. @returns false when the deadline had passed before */
  end(pending: PendingOperation | undefined): boolean {
    return pending === undefined || this.#limit === undefined || this.#limit.end(pending);
  }
}
