import type { Knex } from 'knex';

/** How often the primary's row is renewed, by whichever process comes first, and looked for on the replicas. */
export const BEAT_MS = 1000;

const TABLE = 'database_heartbeats';

interface Moment {
  readonly moment: string | null;
}

/**
 * Renews the row on the primary.
 * @returns the clock of the primary, in milliseconds
 */
export async function beat(primary: Knex): Promise<number> {
  // Many processes renew one row: most of them find it new enough. One from the future is a clock that was put back.
  await primary.raw(
    `update ${TABLE} set beat_at = now() where name = 'replicas'
     and beat_at not between now() - ? * interval '1 millisecond' and now()`,
    [0.8 * BEAT_MS],
  );
  return momentIn(await primary.raw<{ rows: Moment[] }>(`select ${msOf('now()')} as moment`));
}

/**
 * The newest row that has arrived at a replica: whatever was committed before that moment is there, too.
 * @throws Error when there is none
 */
export async function lastBeatOn(replica: Knex): Promise<number> {
  const sql = `select ${msOf('max(beat_at)')} as moment from ${TABLE} where name = 'replicas'`;
  return momentIn(await replica.raw<{ rows: Moment[] }>(sql));
}

function msOf(moment: string): string {
  return `floor(extract(epoch from ${moment}) * 1000)::bigint`;
}

function momentIn({ rows: [row] }: { rows: Moment[] }): number {
  if (row?.moment != null) return Number(row.moment);
  throw new Error(`the table ${TABLE} is empty; is it a copy of the database that DATABASE_URL names?`);
}
