import type { Database } from '../database.ts';
import type { Placement } from './placement.ts';

/** A table that the extension knows, with its rows on all nodes. */
export interface CitusTable {
  readonly table: string;
  readonly placement: Placement;
  readonly shards: number;
  readonly bytes: number;
}

/** Shards of divided tables on a node. */
export interface CitusNode {
  readonly node: string;
  readonly shards: number;
  readonly bytes: number;
}

const MISSING =
  'so nothing was changed. Install Citus on all nodes, then run `create extension citus` in this database';

/** @throws Error without the extension, or without a registered coordinator or worker */
export async function assertCitus(database: Database): Promise<void> {
  if (database.engine === 'embedded')
    throw new Error('The embedded database is one process, so it cannot be distributed. Set DATABASE_URL to a server.');
  if (!(await hasCitus(database)))
    throw new Error(`This database has no extension citus, ${MISSING} (docs/scaling.md).`);
  const { rows } = await database.raw<{ coordinators: number; workers: number }>(
    `select count(*) filter (where groupid = 0)::int as coordinators,
       count(*) filter (where groupid <> 0 and shouldhaveshards)::int as workers from pg_dist_node where isactive`,
  );
  if (rows[0]?.coordinators !== 1)
    throw new Error("Citus does not know its coordinator; run `select citus_set_coordinator_host('<host>', <port>)`.");
  if (rows[0].workers === 0) throw new Error("Citus has no workers; run `select citus_add_node('<host>', <port>)`.");
}

export async function hasCitus(database: Database): Promise<boolean> {
  const { rows } = await database.raw("select 1 from pg_extension where extname = 'citus'");
  return rows.length > 0;
}

/** Tables that the extension knows, by name. Those with the place `local` have foreign keys to reference tables. */
export async function citusTables(database: Database): Promise<CitusTable[]> {
  const { rows } = await database.raw<Omit<CitusTable, 'placement'> & { type: string; column: string }>(
    `select relname as table, citus_table_type as type, distribution_column as column, shard_count::int as shards,
       citus_total_relation_size(pg_class.oid, fail_on_error => false)::float8 as bytes
     from citus_tables join pg_class on pg_class.oid = table_name::oid
     where relnamespace = current_schema()::regnamespace order by 1`,
  );
  return rows.map(({ type, column, ...table }) => {
    const placement = type === 'reference' ? 'reference' : type === 'distributed' ? (`by ${column}` as const) : 'local';
    return { ...table, placement };
  });
}

export async function citusNodes(database: Database): Promise<CitusNode[]> {
  const { rows } = await database.raw<CitusNode>(
    `select nodename || ':' || nodeport as node, count(shardid)::int as shards, coalesce(sum(shard_size), 0)::float8 as bytes
     from pg_dist_node left join citus_shards using (nodename, nodeport)
     where shouldhaveshards and (citus_table_type = 'distributed' or citus_table_type is null)
     group by 1 order by 1`,
  );
  return rows;
}

/** Distributes a table with its rows. Must run in a transaction, without foreign keys from or to other places. */
export async function placeTable(database: Database, table: string, placement: Placement): Promise<void> {
  if (placement === 'reference') await database.raw('select create_reference_table(quote_ident(?))', [table]);
  else await database.raw('select create_distributed_table(quote_ident(?), ?)', [table, placement.slice('by '.length)]);
  // The rows that the table had on the coordinator are copied, and remain there invisibly.
  await database.raw('select truncate_local_data_after_distributing_table(quote_ident(?))', [table]);
}

/**
 * Lets statements on several shards use one connection to each node. Otherwise the engine refuses a transaction that
 * reads a divided table by another column and then changes a reference table.
 */
export async function useOneConnection(database: Database): Promise<void> {
  const { rows } = await database.raw<{ name: string }>('select current_database() as name');
  await database.raw(`alter database ?? set citus.multi_shard_modify_mode = 'sequential'`, [rows[0]?.name ?? '']);
}

/** Moves shards so that all nodes have as many, and copies reference tables to new nodes. @returns moved anything */
export async function rebalance(database: Database): Promise<boolean> {
  const { rows } = await database.raw<{ job: string | null }>('select citus_rebalance_start() as job');
  const job = rows[0]?.job;
  if (job === null || job === undefined) return false;
  await database.raw('select citus_job_wait(?)', [job]);
  return true;
}
