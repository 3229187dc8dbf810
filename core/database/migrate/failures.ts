import type { Kernel } from 'lectern/host';
import { migrationLines } from './status.ts';

/**
 * Rehearses pending migrations on an empty copy in memory.
 * @returns module -> reason why its migrations cannot be applied; empty if an applied one was changed or is missing
 */
export async function migrationFailures(kernel: Kernel): Promise<ReadonlyMap<string, string>> {
  const lines = (await migrationLines(kernel, undefined)).filter(({ moduleState }) => moduleState === 'active');
  if (lines.every(({ state }) => state === 'applied') || !lines.every(isKept)) return new Map();
  // Loads an SQL parser, which an installation without problems does not need.
  const { planUp } = await import('./plan.ts');
  const planned = await planUp(kernel, undefined);
  return new Map(planned.flatMap(({ module, failure }) => (failure === undefined ? [] : [[module, failure] as const])));
}

function isKept({ state }: { readonly state: string }): boolean {
  return state === 'applied' || state === 'pending';
}
