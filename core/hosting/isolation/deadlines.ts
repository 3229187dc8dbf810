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

  /** Ends the deadline of an operation. @returns false when the deadline had passed before */
  end(pending: PendingOperation | undefined): boolean {
    return pending === undefined || this.#limit === undefined || this.#limit.end(pending);
  }
}
