import type { Kernel } from '../../../hosting/internals.ts';
import { knownModules, moduleNamed, type KnownModule } from './known_modules.ts';

export interface Applied {
  readonly module: string;
  readonly migration: string;
}

/**
 * Applies pending migrations of all active modules in order, or of one module. Migrations applied before a failure stay
 * applied.
 * @param onApplied called for each applied migration
 * @throws Error when a migration fails, or the module `only` is unknown or not active
 */
export async function up(
  kernel: Kernel,
  only: string | undefined,
  onApplied: (applied: Applied) => void,
): Promise<void> {
  const { migrations } = kernel.services;
  const modules = await knownModules(kernel, []);
  const wanted = only === undefined ? modules : [moduleNamed(modules, only)];
  if (only !== undefined) refuseIdle(wanted[0] as KnownModule);
  await migrations.exclusively(async () => {
    for (const module of wanted.filter(({ state }) => state === 'active')) {
      const names = await migrations.up(module.migrations);
      for (const migration of names) onApplied({ module: module.name, migration });
    }
  });
}

function refuseIdle({ name, state }: KnownModule): void {
  if (state === 'active') return;
  const fix =
    state === 'disabled'
      ? `Enable the plugin first: lectern plugin enable ${name}`
      : 'Find the reason with: lectern doctor';
  throw new Error(`${name} is ${state}, so its migrations are not applied. ${fix}`);
}
