import type { Knex } from 'knex';

/** Counters of knex's pool. */
interface Pool {
  readonly max: number;
  numUsed(): number;
  numFree(): number;
  numPendingCreates(): number;
}

/** Connection pools beside the ordinary one. The embedded database has none. */
interface SmallPools {
  readonly reserve?: Knex | undefined;
  readonly operators?: Knex | undefined;
}

/** Connection pools of one database: the ordinary pool, a small reserve, and a small pool for lists of operators. */
export class Pools {
  readonly ordinary: Knex;
  /** Pool for lists of operators; without one, the ordinary pool. */
  readonly operators: Knex;
  readonly #reserve: Knex | undefined;

  constructor(ordinary: Knex, { reserve, operators = ordinary }: SmallPools) {
    this.ordinary = ordinary;
    this.operators = operators;
    this.#reserve = reserve;
  }

  /** The reserve, if any, while all connections of the ordinary pool are in use; otherwise the ordinary pool. */
  get reserved(): Knex {
    return this.#reserve && isExhausted(this.ordinary) ? this.#reserve : this.ordinary;
  }

  async destroy(): Promise<void> {
    const all = new Set([this.ordinary, this.operators, this.#reserve]);
    await Promise.all([...all].map(async (pool) => pool?.destroy()));
  }
}

function isExhausted({ client }: Knex): boolean {
  const pool = (client as { pool?: Pool }).pool;
  return pool !== undefined && pool.numFree() === 0 && pool.numUsed() + pool.numPendingCreates() >= pool.max;
}
