import type { Database, Statement } from '../../database/index.ts';
import { LEASE_MS, type AttemptStore, type Claim, type Failures, type Outcome } from './attempt_store.ts';

interface Row {
  readonly failures: number;
  readonly msLeft: string;
}

type Beginning = { readonly key: string; readonly claim: string; readonly points: number };
type Ending = Beginning & { readonly windowMs: number; readonly lockMs: number };

/** Attempts in the table `limit_counters`. The column `points` holds the failures, which expire at `expire`. */
export class DatabaseAttempts implements AttemptStore {
  readonly #begin: Statement<object, Beginning>;
  readonly #fail: Statement<Row, Ending>;
  readonly #leave: Statement<Row, Omit<Beginning, 'points'> & { forgivenBelow: number }>;
  readonly #failures: Statement<Row, { key: string }>;

  constructor(database: Database) {
    this.#begin = database.statement(BEGIN);
    this.#fail = database.statement(FAIL);
    this.#leave = database.statement(LEAVE);
    this.#failures = database.statement(FAILURES);
  }

  async begin({ storedKey: key, id: claim, rule: { points } }: Claim): Promise<boolean> {
    return (await this.#begin.first({ key, claim, points })) !== undefined;
  }

  async end({ storedKey: key, id: claim, rule }: Claim, outcome: Outcome): Promise<Failures> {
    const { points, seconds, blockSeconds = 0, keepsFailures } = rule;
    if (outcome === 'wrong') {
      const row = await this.#fail.first({ key, claim, points, windowMs: seconds * 1000, lockMs: blockSeconds * 1000 });
      return failuresOf(row);
    }
    const forgivenBelow = outcome === 'right' && !keepsFailures ? points : 0;
    return failuresOf(await this.#leave.first({ key, claim, forgivenBelow }));
  }

  async failures(key: string): Promise<Failures> {
    return failuresOf(await this.#failures.first({ key }));
  }
}

function failuresOf(row: Row | undefined): Failures {
  return { failures: row?.failures ?? 0, msLeft: Number(row?.msLeft ?? 0) };
}

const NOW = '(extract(epoch from now()) * 1000)::int8';
const COUNTED = `case when kept.expire > ${NOW} then kept.points else 0 end`;
const LEFT = `${COUNTED} as failures, greatest(kept.expire - ${NOW}, 0) as "msLeft"`;

const BEGIN = `
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

const FAIL = `
  insert into limit_counters as kept (key, points, expire)
  values (:key, 1, ${NOW} + case when cast(:points as int4) = 1 and cast(:lockMs as int8) > 0 then cast(:lockMs as int8) else cast(:windowMs as int8) end)
  on conflict (key) do update set
    points = case when ${COUNTED} < cast(:points as int4) then ${COUNTED} + 1 else kept.points end,
    expire = case
      when ${COUNTED} >= cast(:points as int4) then kept.expire
      when ${COUNTED} + 1 = cast(:points as int4) and cast(:lockMs as int8) > 0 then ${NOW} + cast(:lockMs as int8)
      when ${COUNTED} = 0 then ${NOW} + cast(:windowMs as int8)
      else kept.expire end,
    claims = kept.claims - cast(:claim as text)
  returning ${LEFT}`;

const LEAVE = `
  update limit_counters as kept set
    points = case when kept.points < cast(:forgivenBelow as int4) then 0 else kept.points end,
    claims = kept.claims - cast(:claim as text)
  where key = :key
  returning ${LEFT}`;

const FAILURES = `select ${LEFT} from limit_counters as kept where key = :key and expire > ${NOW}`;
