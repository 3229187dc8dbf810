import type { Knex } from 'knex';

/** What the pool of knex tells of itself. */
interface Pool {
  readonly max: number;
  numUsed(): number;
  numFree(): number;
  numPendingCreates(): number;
}

/** The connections of one database: the ordinary ones, and some that are kept for what must always come through. */
export class Pools {
  readonly ordinary: Knex;
  readonly #reserve: Knex | undefined;

  constructor(ordinary: Knex, reserve?: Knex) {
    this.ordinary = ordinary;
    this.#reserve = reserve;
  }

  /** The ordinary ones as long as there is room, else those that are kept. */
  get reserved(): Knex {
    return this.#reserve && isExhausted(this.ordinary) ? this.#reserve : this.ordinary;
  }

  async destroy(): Promise<void> {
    await Promise.all([this.ordinary.destroy(), this.#reserve?.destroy()]);
  }
}

function isExhausted({ client }: Knex): boolean {
  const pool = (client as { pool?: Pool }).pool;
  return pool !== undefined && pool.numFree() === 0 && pool.numUsed() + pool.numPendingCreates() >= pool.max;
}
