import type { Knex } from 'knex';

/** Counters of knex's pool. */
interface Pool {
  readonly max: number;
  numUsed(): number;
  numFree(): number;
  numPendingCreates(): number;
}

/** Connection pools of one database: the ordinary pool, and a small reserve, which the embedded database lacks. */
export class Pools {
  readonly ordinary: Knex;
  readonly #reserve: Knex | undefined;

  constructor(ordinary: Knex, reserve?: Knex) {
    this.ordinary = ordinary;
    this.#reserve = reserve;
  }

  /** The reserve, if any, while all connections of the ordinary pool are in use; otherwise the ordinary pool. */
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
