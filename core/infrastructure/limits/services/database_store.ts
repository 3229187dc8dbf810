import { DatabaseUnavailable, type Database, type Statement } from '../../database/index.ts';
import type { LimitRule } from '../counter.ts';
import { LEASE_MS, type Claim, type Count, type CountStore } from './count_store.ts';

interface Row {
  readonly count: number;
  readonly msLeft: string;
}

type Key = { readonly key: string };
type Claiming = Key & { readonly claim: string };
type Taking = Claiming & { readonly points: number; readonly windowMs: number; readonly blockMs: number };

/** Counts in the table `limit_counters`. The column `points` holds a count, which expires at `expire`. */
export class DatabaseStore implements CountStore {
  readonly #take: Statement<Row, Taking>;
  readonly #count: Statement<Row, Key>;
  readonly #claim: Statement<object, Claiming & { points: number }>;
  readonly #release: Statement<Row, Claiming & { clearedBelow: number }>;

  constructor(private readonly database: Database) {
    this.#take = database.statement(TAKE);
    this.#count = database.statement(COUNT);
    this.#claim = database.statement(CLAIM);
    this.#release = database.statement(RELEASE);
  }

  async start(): Promise<void> {}

  check(): Promise<void> {
    return this.database.check();
  }

  stop(): void {}

  async take(key: string, { points, seconds, blockSeconds = 0 }: LimitRule, claim = ''): Promise<Count> {
    const times = { windowMs: seconds * 1000, blockMs: blockSeconds * 1000 };
    return countOf(await this.#take.first({ key, claim, points, ...times }));
  }

  async count(key: string): Promise<Count> {
    return countOf(await this.#count.first({ key }));
  }

  async giveBack(key: string, { points, blockSeconds = 0 }: LimitRule): Promise<void> {
    await this.database.raw(
      `update limit_counters set points = least(points, ?) - 1
       where key = ? and expire > ${NOW} and points > 0 and points <= ?`,
      [points, key, blockSeconds > 0 ? points : MAX_COUNT],
    );
  }

  async claim({ storedKey: key, id: claim, points }: Claim): Promise<boolean> {
    return (await this.#claim.first({ key, claim, points })) !== undefined;
  }

  async release({ storedKey: key, id: claim, points }: Claim, clears: boolean): Promise<Count> {
    return countOf(await this.#release.first({ key, claim, clearedBelow: clears ? points : 0 }));
  }

  isAway(error: unknown): boolean {
    return error instanceof DatabaseUnavailable;
  }
}

function countOf(row: Row | undefined): Count {
  return { count: row?.count ?? 0, msLeft: Number(row?.msLeft ?? 0) };
}

const MAX_COUNT = 2_147_483_647;
const NOW = '(extract(epoch from now()) * 1000)::int8';
const COUNTED = `case when kept.expire > ${NOW} then kept.points else 0 end`;
const LEFT = `${COUNTED} as count, greatest(kept.expire - ${NOW}, 0) as "msLeft"`;
const POINTS = 'cast(:points as int4)';
const BLOCK = 'cast(:blockMs as int8)';

const TAKE = `
  insert into limit_counters as kept (key, points, expire)
  values (:key, 1, ${NOW} + case when ${POINTS} = 0 and ${BLOCK} > 0 then ${BLOCK} else cast(:windowMs as int8) end)
  on conflict (key) do update set
    points = least(${COUNTED}, ${POINTS}) + 1,
    expire = case
      when ${COUNTED} = ${POINTS} and ${BLOCK} > 0 then ${NOW} + ${BLOCK}
      when ${COUNTED} = 0 then excluded.expire
      else kept.expire end,
    claims = kept.claims - cast(:claim as text)
  returning ${LEFT}`;

const COUNT = `select ${LEFT} from limit_counters as kept where key = :key and expire > ${NOW}`;

const CLAIM = `
  insert into limit_counters as kept (key, points, expire, claims)
  values (:key, 0, ${NOW} + ${LEASE_MS}, jsonb_build_object(cast(:claim as text), ${NOW} + ${LEASE_MS}))
  on conflict (key) do update set
    points = ${COUNTED},
    expire = case when ${COUNTED} > 0 then kept.expire else excluded.expire end,
    claims = excluded.claims || (
      select coalesce(jsonb_object_agg(one.key, one.value), '{}')
      from jsonb_each(kept.claims) as one where one.value::int8 > ${NOW})
  where ${COUNTED}
    + (select count(*) from jsonb_each(kept.claims) as one where one.value::int8 > ${NOW}) < cast(:points as int8)
  returning key`;

const RELEASE = `
  update limit_counters as kept set
    points = case when kept.points < cast(:clearedBelow as int4) then 0 else kept.points end,
    claims = kept.claims - cast(:claim as text)
  where key = :key
  returning ${LEFT}`;
