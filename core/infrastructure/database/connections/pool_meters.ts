import type { Meters } from 'lectern';
import type { Knex } from 'knex';

/** Counters of knex's pool. */
interface Pool {
  readonly max: number;
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
}

/** Registers meters for the connections of the pool, and for statements that wait for a connection. */
export function meterPool(meters: Meters, knex: Knex): void {
  const pool = () => (knex.client as { readonly pool?: Pool }).pool;
  meters.reading({
    name: 'lectern_database_connections',
    help: 'Connections to the database by state: used, idle; without those of reservedConnections and operatorConnections.',
    labels: ['state'],
    read: () => [
      { labels: { state: 'used' }, value: pool()?.numUsed() ?? 0 },
      { labels: { state: 'idle' }, value: pool()?.numFree() ?? 0 },
    ],
  });
  meters.reading({
    name: 'lectern_database_connections_max',
    help: 'Largest number of connections (modules.database.poolMax).',
    read: () => pool()?.max ?? 0,
  });
  meters.reading({
    name: 'lectern_database_waiting_statements',
    help: 'Statements that wait for a connection of the pool.',
    read: () => pool()?.numPendingAcquires() ?? 0,
  });
}
