/** An item that can be in one row at a time. */
export abstract class Placed {
  earlier: Placed | undefined;
  later: Placed | undefined;
}

class Ends extends Placed {}

/**
 * Linked list in order of arrival; an item leaves from any place without a search. Replaces `Set` and `Map` for items
 * that come and go with each request.
 *
 * `Set` and `Map` move to a new table again and again, and each old table refers to the next one. When an old table
 * is in the old generation of the heap, the garbage collector keeps all later tables, with requests answered long ago.
 */
export class Row<T extends Placed> {
  /** Sentinel before the oldest and after the youngest item. */
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

  /** Appends an item. */
  join(one: T): void {
    const youngest = this.#ends.earlier as Placed;
    one.earlier = youngest;
    one.later = this.#ends;
    youngest.later = this.#ends.earlier = one;
    this.#length++;
  }

  /** @returns false when the item is not in the row */
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
