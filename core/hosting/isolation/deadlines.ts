import { Limited, TimeLimit } from './time_limit.ts';

/** An operation that has promised an answer. */
export class PendingOperation extends Limited {
  constructor(readonly giveUp: () => void) {
    super();
  }
}

/** Ends operations that never answer. */
export class Deadlines {
  readonly #limit: TimeLimit<PendingOperation> | undefined;

  /** @param deadlineMs 0 for none */
  constructor(deadlineMs: number) {
    this.#limit = deadlineMs === 0 ? undefined : new TimeLimit(deadlineMs, (pending) => pending.giveUp());
  }

  stop(): void {
    this.#limit?.stop();
  }

  /** An operation has begun to wait; `giveUp` is called at its deadline. @returns what to `end` */
  begin(giveUp: () => void): PendingOperation | undefined {
    if (!this.#limit) return undefined;
    const pending = new PendingOperation(giveUp);
    this.#limit.begin(pending);
    return pending;
  }

  /** The operation has ended. @returns false where it was given up before */
  end(pending: PendingOperation | undefined): boolean {
    return pending === undefined || this.#limit === undefined || this.#limit.end(pending);
  }
}
