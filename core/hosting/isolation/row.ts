/** Node of a linked list (`Row`); a node is in at most one list. */
export abstract class Placed {
  earlier: Placed | undefined;
  later: Placed | undefined;
}

class Ends extends Placed {}

/**
 * Linked list in order of arrival; a node is removed without a search. `Set` and `Map` are unsuitable for entries of
 * each request. They often move to a new table, and their old tables keep ended requests in memory.
 */
export class Row<T extends Placed> {
  /** Sentinel node before the oldest and after the youngest node. */
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

  /** Appends a node. */
  join(one: T): void {
    const youngest = this.#ends.earlier as Placed;
    one.earlier = youngest;
    one.later = this.#ends;
    youngest.later = this.#ends.earlier = one;
    this.#length++;
  }

  /** Removes a node. @returns false when the node is not in this list */
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
