import type { Kernel } from '../../../hosting/internals.ts';

/**
 * Place of a table on a distributed database, as `tables` of a manifest declares it. `reference`: each node has a copy.
 * `by <column>`: rows are divided by the value of the column. `local`: the table stays on the coordinator.
 */
export type Placement = 'reference' | 'local' | `by ${string}`;

/** Column whose value decides on the node of a row; undefined for tables that are not divided. */
export function columnOf(placement: string): string | undefined {
  return placement.startsWith('by ') ? placement.slice('by '.length) : undefined;
}

/** Declared places of the tables of all active modules, by table. */
export function placementsOf({ modules }: Pick<Kernel, 'modules'>): ReadonlyMap<string, Placement> {
  const declared = modules.flatMap(({ manifest }) => Object.entries(manifest.tables ?? {}));
  return new Map(declared as [string, Placement][]);
}
