/** What can stand in a row, in one at a time. */
export abstract class Placed {
  earlier: Placed | undefined;
  later: Placed | undefined;
}

class Ends extends Placed {}

/**
 * Things in the order in which they came; each can leave from anywhere without a search. For what comes and goes with each
 * request it takes the place of a `Set` or `Map`: those are moved to a new table again and again, and each old table leads
 * to the next one. Once one of them has become old, the collector of short-lived objects finds all that came later still
 * in use, and with it whole requests that were answered long ago.
 */
export class Row<T extends Placed> {
  /** Stands before the oldest and behind the youngest. */
  readonly #ends: Placed = new Ends();
  #length = 0;

  constructor() {
    this.#ends.earlier = this.#ends.later = this.#ends;
  }

  get length(): number {
    return this.#length;
  }

  get oldest(): T | undefined {
    const { later } = this.#ends;
    return later === this.#ends ? undefined : (later as T);
  }

  /** Places it behind all others. */
  join(one: T): void {
    const youngest = this.#ends.earlier as Placed;
    one.earlier = youngest;
    one.later = this.#ends;
    youngest.later = this.#ends.earlier = one;
    this.#length++;
  }

  /** @returns false where it stands no more */
  leave(one: T): boolean {
    const { earlier, later } = one;
    if (earlier === undefined || later === undefined) return false;
    earlier.later = later;
    later.earlier = earlier;
    one.earlier = one.later = undefined;
    this.#length--;
    return true;
  }
}
