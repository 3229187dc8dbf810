import type { Knex } from 'knex';

/**
 * Milliseconds between two heartbeats. A heartbeat is the current time in a row of the primary, which each process
 * reads on the replicas.
 */
export const HEARTBEAT_INTERVAL_MS = 1000;

const TABLE = 'database_heartbeats';

interface Moment {
  readonly moment: string | null;
}

/** Renews the heartbeat on the primary when it is old. @returns the time of the primary, in milliseconds since 1970 */
export async function beat(primary: Knex): Promise<number> {
  // All processes share one row, and the first one that finds its time old renews it. After a change of the clock, the
  // time may also be in the future.
  await primary.raw(
    `update ${TABLE} set beat_at = now() where name = 'replicas'
     and beat_at not between now() - ? * interval '1 millisecond' and now()`,
    [0.8 * HEARTBEAT_INTERVAL_MS],
  );
  return momentIn(await primary.raw<{ rows: Moment[] }>(`select ${msOf('now()')} as moment`));
}

/**
 * Reads the latest heartbeat that a replica has received. The replica has all commits before that time.
 * @returns time of the heartbeat by the clock of the primary, in milliseconds since 1970
 * @throws Error when the row of the heartbeat is missing on the replica; errors of the driver
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
  throw new Error(`its table ${TABLE} is empty; check that it replicates the database of DATABASE_URL`);
}
