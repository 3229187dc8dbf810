import type { Exchange } from '../http/exchange.ts';

/** Ends an exchange whose operation has not ended in time. */
export type GiveUp = (exchange: Exchange) => void;

/** An operation that has promised an answer; the open ones stand in a row, the oldest first. */
export class Pending {
  earlier: Pending | undefined;
  later: Pending | undefined;

  constructor(
    readonly exchange: Exchange | undefined,
    readonly giveUp: GiveUp,
    /** Number of the tick in which it began. */
    readonly tick: number,
  ) {}
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
  /** Stands before the oldest and behind the youngest. */
  readonly #ends = new Pending(undefined, nothing, 0);
  #tick = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param deadlineMs 0 for none */
  constructor(private readonly deadlineMs: number) {
    this.#lookMs = Math.max(1, Math.min(LONGEST_LOOK_MS, deadlineMs / LOOKS));
    this.#ticks = Math.ceil(deadlineMs / this.#lookMs) + 1;
    this.#ends.earlier = this.#ends.later = this.#ends;
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
    const youngest = this.#ends.earlier as Pending;
    pending.earlier = youngest;
    pending.later = this.#ends;
    youngest.later = this.#ends.earlier = pending;
    return pending;
  }

  /** The operation has ended. @returns false where it was given up before */
  end(pending: Pending | undefined): boolean {
    if (pending === undefined) return true;
    const { earlier, later } = pending;
    if (earlier === undefined || later === undefined) return false;
    earlier.later = later;
    later.earlier = earlier;
    pending.earlier = pending.later = undefined;
    return true;
  }

  readonly #look = (): void => {
    this.#tick++;
    for (;;) {
      const oldest = this.#ends.later as Pending;
      if (oldest.exchange === undefined || this.#tick - oldest.tick < this.#ticks) return;
      this.end(oldest);
      oldest.giveUp(oldest.exchange);
    }
  };
}

function nothing(): void {
  // The ends of the row are nobody's operation.
}
