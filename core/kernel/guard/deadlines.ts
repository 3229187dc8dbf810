import type { Exchange } from '../http/exchange.ts';
import { Placed, Row } from '../row.ts';

/** Ends an exchange whose operation has not ended in time. */
export type GiveUp = (exchange: Exchange) => void;

/** An operation that has promised an answer. */
export class Pending extends Placed {
  constructor(
    readonly exchange: Exchange,
    readonly giveUp: GiveUp,
    /** Number of the tick in which it began. */
    readonly tick: number,
  ) {
    super();
  }
}

// So often the row is looked at within one deadline, but not more seldom than every second.
const LOOKS = 8;
const LONGEST_LOOK_MS = 1_000;

/**
 * Ends operations that never answer. All have the same time, so the oldest is the next: one timer looks at the end of a
 * row, instead of one for every request.
 */
export class Deadlines {
  readonly #lookMs: number;
  readonly #ticks: number;
  readonly #row = new Row<Pending>();
  #tick = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param deadlineMs 0 for none */
  constructor(private readonly deadlineMs: number) {
    this.#lookMs = Math.max(1, Math.min(LONGEST_LOOK_MS, deadlineMs / LOOKS));
    this.#ticks = Math.ceil(deadlineMs / this.#lookMs) + 1;
  }

  start(): void {
    if (this.deadlineMs > 0) this.#timer ??= setInterval(this.#look, this.#lookMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** An operation has begun to wait for something. @returns what to `end` */
  begin(exchange: Exchange, giveUp: GiveUp): Pending | undefined {
    if (this.deadlineMs === 0) return undefined;
    const pending = new Pending(exchange, giveUp, this.#tick);
    this.#row.join(pending);
    return pending;
  }

  /** The operation has ended. @returns false where it was given up before */
  end(pending: Pending | undefined): boolean {
    return pending === undefined || this.#row.leave(pending);
  }

  readonly #look = (): void => {
    this.#tick++;
    for (let { oldest } = this.#row; oldest && this.#tick - oldest.tick >= this.#ticks; { oldest } = this.#row) {
      this.end(oldest);
      oldest.giveUp(oldest.exchange);
    }
  };
}
