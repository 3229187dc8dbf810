/** Node of a `LinkedQueue`. A node is in at most one queue. */
export abstract class LinkedEntry {
  previous: LinkedEntry | undefined;
  next: LinkedEntry | undefined;
}

class Ends extends LinkedEntry {}

/**
 * Linked list in order of arrival, from which a node is removed without a search. A `Set` would often copy its table as
 * requests come and go, and the old tables would keep ended requests in memory.
 */
export class LinkedQueue<T extends LinkedEntry> {
  /** Sentinel node before the oldest and after the newest node. */
  readonly #ends: LinkedEntry = new Ends();
  #length = 0;

  constructor() {
    this.#ends.previous = this.#ends.next = this.#ends;
  }

  get length(): number {
    return this.#length;
  }

  get oldest(): T | undefined {
    const { next: later } = this.#ends;
    return later === this.#ends ? undefined : (later as T);
  }

  *[Symbol.iterator](): Generator<T> {
    for (let one = this.#ends.next; one !== this.#ends; one = one?.next) yield one as T;
  }

  add(one: T): void {
    const newest = this.#ends.previous as LinkedEntry;
    one.previous = newest;
    one.next = this.#ends;
    newest.next = this.#ends.previous = one;
    this.#length++;
  }

  /** Removes a node of this queue. @returns false when the node is in no queue */
  remove(one: T): boolean {
    const { previous: earlier, next: later } = one;
    if (earlier === undefined || later === undefined) return false;
    earlier.next = later;
    later.previous = earlier;
    one.previous = one.next = undefined;
    this.#length--;
    return true;
  }
}
