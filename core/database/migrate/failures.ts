import type { Kernel } from '../../hosting/internals.ts';
import { migrationLines, type MigrationLine } from './status.ts';

/**
 * Runs pending migrations on an empty copy of the database in memory.
 * @param known the migrations of all modules, if the caller has read them
 * @returns reasons why migrations cannot be applied, by module; empty if an applied migration was changed or is missing
 */
export async function migrationFailures(
  kernel: Kernel,
  known?: readonly MigrationLine[],
): Promise<ReadonlyMap<string, string>> {
  const lines = (known ?? (await migrationLines(kernel, undefined))).filter(
    ({ moduleState }) => moduleState === 'active',
  );
  if (lines.every(({ state }) => state === 'applied') || !lines.every(isKept)) return new Map();
  // Imported on demand: the import loads an SQL parser, which only pending migrations need.
  const { planUp } = await import('./plan.ts');
  const planned = await planUp(kernel, undefined);
  return new Map(planned.flatMap(({ module, failure }) => (failure === undefined ? [] : [[module, failure] as const])));
}

function isKept({ state }: { readonly state: string }): boolean {
  return state === 'applied' || state === 'pending';
}
