import type { Kernel } from '../../../hosting/internals.ts';
import type { MigrationStatus } from './migration_status.ts';
import { knownModules, moduleNamed, type KnownModule } from './known_modules.ts';

export interface MigrationLine {
  readonly module: string;
  readonly moduleState: KnownModule['state'];
  readonly migration: string;
  readonly state: MigrationStatus['state'];
}

/**
 * The migrations of all modules, or of the named module, with their state.
 * @throws Error when the module does not exist
 */
export async function migrationLines(kernel: Kernel, only: string | undefined): Promise<MigrationLine[]> {
  const { migrations } = kernel.services;
  const recorded = (await migrations.recorded()).map(({ module }) => module);
  const modules = await knownModules(kernel, recorded);
  const wanted = only === undefined ? modules : [moduleNamed(modules, only)];
  const states = new Map(wanted.map(({ name, state }) => [name, state]));
  const list = await migrations.status(wanted.map((module) => module.migrations));
  return list.map(({ module, name: migration, state }) => {
    return { module, moduleState: states.get(module) as KnownModule['state'], migration, state };
  });
}

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
