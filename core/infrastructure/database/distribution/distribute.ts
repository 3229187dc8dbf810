import type { Kernel } from '../../../hosting/internals.ts';
import { refuseInUse } from '../backup/restore.ts';
import type { Database } from '../database.ts';
import {
  assertCitus,
  citusNodes,
  citusTables,
  hasCitus,
  placeTable,
  useOneConnection,
  type CitusNode,
  type CitusTable,
} from './citus.ts';
import { planOf, type DistributionPlan, type PlacedTable } from './distribution_plan.ts';
import { droppedKeys, dropKeys, isChecked, restoreKeys } from './dropped_keys.ts';
import { placementsOf, type Placement } from './placement.ts';
import { readTableFacts, type ForeignKey } from './table_facts.ts';

/** State of the tables of a database. */
export interface DistributionStatus {
  readonly tables: readonly CitusTable[];
  readonly nodes: readonly CitusNode[];
  /** Tables that the next `distribute` distributes. */
  readonly pending: readonly PlacedTable[];
  /** Foreign keys that the next `distribute` creates again: an earlier one did not finish. */
  readonly waiting: readonly ForeignKey[];
  /** Foreign keys from tables of the coordinator to distributed tables, which no engine checks. */
  readonly unchecked: readonly ForeignKey[];
}

/** Plans the distribution without a change. On plain PostgreSQL, no table is distributed yet. */
export async function planDistribution(kernel: Kernel): Promise<DistributionPlan> {
  const { database } = kernel.services;
  const placed = (await hasCitus(database)) ? placesIn(await citusTables(database)) : new Map<string, Placement>();
  return planOf(placementsOf(kernel), await factsOf(database), placed);
}

/** Facts of the tables, as if the foreign keys that an unfinished distribution has dropped were there. */
async function factsOf(database: Database) {
  const facts = await readTableFacts(database);
  return { ...facts, foreignKeys: [...facts.foreignKeys, ...(await droppedKeys(database))] };
}

/**
 * Distributes the tables whose place is declared, each in a transaction. After an interruption, the next call goes on.
 * @param onTable called for each distributed table
 * @throws Error without the extension, or while other processes are connected
 */
export async function distribute(kernel: Kernel, onTable: (placed: PlacedTable) => void): Promise<DistributionPlan> {
  const { database, migrations } = kernel.services;
  await assertCitus(database);
  await refuseInUse(kernel);
  return migrations.exclusively(async () => {
    const plan = await planDistribution(kernel);
    const names = plan.tables.map(({ table }) => table);
    await useOneConnection(database);
    if (names.length > 0) await dropKeys(database, names);
    for (const placed of plan.tables) {
      const place = () => placeTable(database, placed.table, placed.placement);
      await database.transaction(place, { queryLimitMs: 0 });
      onTable(placed);
    }
    await restoreKeys(database, placesIn(await citusTables(database)));
    return plan;
  });
}

/** @throws Error without the extension */
export async function distributionStatus(kernel: Kernel): Promise<DistributionStatus> {
  const { database } = kernel.services;
  await assertCitus(database);
  const [tables, dropped] = [await citusTables(database), await droppedKeys(database)];
  const places = placesIn(tables);
  return {
    tables,
    nodes: await citusNodes(database),
    pending: (await planDistribution(kernel)).tables,
    waiting: dropped.filter((key) => isChecked(key, places)),
    unchecked: dropped.filter((key) => !isChecked(key, places)),
  };
}

function placesIn(tables: readonly CitusTable[]): ReadonlyMap<string, Placement> {
  return new Map(tables.map(({ table, placement }) => [table, placement]));
}
