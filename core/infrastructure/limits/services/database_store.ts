import { DatabaseUnavailable, type Database, type Statement } from '../../database/index.ts';
import type { LimitRule } from '../counter.ts';
import { DatabaseAttempts } from './database_attempts.ts';
import type { Count, CountStore } from './count_store.ts';

interface Row {
  readonly count: number;
  readonly msLeft: string;
}

type Taking = { readonly key: string; readonly points: number; readonly windowMs: number; readonly blockMs: number };

/** Counts in the table `limit_counters`. */
export class DatabaseStore implements CountStore {
  readonly attempts: DatabaseAttempts;
  readonly #database: Database;
  readonly #take: Statement<Row, Taking>;

  constructor(database: Database) {
    this.attempts = new DatabaseAttempts(database);
    this.#database = database;
    this.#take = database.statement(TAKE);
  }

  async start(): Promise<void> {}

  check(): Promise<void> {
    return this.#database.check();
  }

  stop(): void {}

  async take(key: string, { points, seconds, blockSeconds = 0 }: LimitRule): Promise<Count> {
    const row = await this.#take.first({ key, points, windowMs: seconds * 1000, blockMs: blockSeconds * 1000 });
    return { count: row?.count ?? 0, msLeft: Number(row?.msLeft ?? 0) };
  }

  async count(key: string): Promise<Count> {
    const { failures, msLeft } = await this.attempts.failures(key);
    return { count: failures, msLeft };
  }

  async giveBack(key: string, { points, blockSeconds = 0 }: LimitRule): Promise<void> {
    await this.#database.raw(
      `update limit_counters set points = least(points, ?) - 1
       where key = ? and expire > ${NOW} and points > 0 and points <= ?`,
      [points, key, blockSeconds > 0 ? points : MAX_COUNT],
    );
  }

  async clear(key: string): Promise<void> {
    await this.#database.raw('delete from limit_counters where key = ?', [key]);
  }

  isAway(error: unknown): boolean {
    return error instanceof DatabaseUnavailable;
  }
}

const MAX_COUNT = 2_147_483_647;
const NOW = '(extract(epoch from now()) * 1000)::int8';
const COUNTED = `case when kept.expire > ${NOW} then kept.points else 0 end`;
const POINTS = 'cast(:points as int4)';
const BLOCK = 'cast(:blockMs as int8)';

const TAKE = `
  insert into limit_counters as kept (key, points, expire)
  values (:key, 1, ${NOW} + case when ${POINTS} = 0 and ${BLOCK} > 0 then ${BLOCK} else cast(:windowMs as int8) end)
  on conflict (key) do update set
    points = least(${COUNTED}, ${POINTS}) + 1,
    expire = case
      when ${COUNTED} = ${POINTS} and ${BLOCK} > 0 then ${NOW} + ${BLOCK}
      when kept.expire > ${NOW} then kept.expire
      else excluded.expire end
  returning points as count, greatest(expire - ${NOW}, 0) as "msLeft"`;
