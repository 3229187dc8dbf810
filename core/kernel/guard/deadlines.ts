import type { Exchange } from '../http/exchange.ts';
import { Limited, TimeLimit } from '../time_limit.ts';

/** Ends an exchange whose operation has not ended in time. */
export type GiveUp = (exchange: Exchange) => void;

/** An operation that has promised an answer. */
export class Pending extends Limited {
  constructor(
    readonly exchange: Exchange,
    readonly giveUp: GiveUp,
  ) {
    super();
  }
}

/** Ends operations that never answer. */
export class Deadlines {
  readonly #limit: TimeLimit<Pending> | undefined;

  /** @param deadlineMs 0 for none */
  constructor(deadlineMs: number) {
    this.#limit = deadlineMs === 0 ? undefined : new TimeLimit(deadlineMs, (one) => one.giveUp(one.exchange));
  }

  stop(): void {
    this.#limit?.stop();
  }

  /** An operation has begun to wait for something. @returns what to `end` */
  begin(exchange: Exchange, giveUp: GiveUp): Pending | undefined {
    if (!this.#limit) return undefined;
    const pending = new Pending(exchange, giveUp);
    this.#limit.begin(pending);
    return pending;
  }

  /** The operation has ended. @returns false where it was given up before */
  end(pending: Pending | undefined): boolean {
    return pending === undefined || this.#limit === undefined || this.#limit.end(pending);
  }
}
