import type { Kernel } from '../../../hosting/internals.ts';
import { knownModules, moduleNamed, type KnownModule } from './known_modules.ts';

/** Selection of the migrations to revert: the latest `steps`, or all that follow `to`. */
export interface DownOptions {
  readonly module: string;
  readonly steps?: number;
  /** Name of the migration that remains the latest. */
  readonly to?: string;
}

/** Migrations to revert, the latest first. */
export interface DownPlan {
  readonly module: KnownModule;
  readonly names: readonly string[];
}

/**
 * Lists the migrations to revert.
 * @throws Error when a module with applied migrations requires this module, or a name is unknown
 */
export async function planDown(kernel: Kernel, { module: name, steps = 1, to }: DownOptions): Promise<DownPlan> {
  const recorded = await kernel.services.migrations.recorded();
  const modules = await knownModules(
    kernel,
    recorded.map((row) => row.module),
  );
  const module = moduleNamed(modules, name);
  const withTables = new Set(recorded.map((row) => row.module));
  refuseNeeded(
    module,
    modules.filter((one) => withTables.has(one.name)),
  );
  const applied = recorded
    .filter((row) => row.module === name)
    .map((row) => row.name)
    .sort()
    .reverse();
  return { module, names: to === undefined ? applied.slice(0, steps) : behind(applied, name, to) };
}

/** Reverts the planned migrations. @returns their names, the latest first */
export async function down({ services }: Kernel, { module, names }: DownPlan): Promise<string[]> {
  const { migrations } = services;
  return migrations.exclusively(() => migrations.down(module.migrations, names.length));
}

function behind(applied: readonly string[], module: string, to: string): string[] {
  const index = applied.indexOf(to);
  if (index >= 0) return applied.slice(0, index);
  const names = applied.join(', ') || 'none';
  throw new Error(
    `"${to}" is no applied migration of ${module}; the applied migrations are, the latest first: ${names}.`,
  );
}

/** @throws Error when one of `modules` requires this module: its foreign keys may refer to tables of this module */
function refuseNeeded({ name }: KnownModule, modules: readonly KnownModule[]): void {
  const needing = modules.filter(({ requires }) => requires.includes(name)).map((module) => module.name);
  if (needing.length === 0) return;
  const verbs = needing.length === 1 ? ['requires', 'has'] : ['require', 'have'];
  throw new Error(
    `${needing.join(', ')} ${verbs[0]} ${name} and ${verbs[1]} tables; first revert all migrations of ${needing.join(', ')} with lectern migrate down.`,
  );
}
