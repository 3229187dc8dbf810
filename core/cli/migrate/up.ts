import type { Kernel } from 'lectern/host';
import { forDatabase } from './for_database.ts';
import { knownModules, moduleNamed, type KnownModule } from './known_modules.ts';

/** A migration that was applied. */
export interface Applied {
  readonly module: string;
  readonly migration: string;
}

/**
 * Applies what is pending, module by module in their order, or of one module. What was applied before one fails, stays.
 * @throws Error naming module, file and mend
 */
export async function up(kernel: Kernel, only: string | undefined, told: (applied: Applied) => void): Promise<void> {
  const { migrations } = kernel.services;
  const modules = await knownModules(kernel, []);
  const wanted = only === undefined ? modules : [moduleNamed(modules, only)];
  if (only !== undefined) refuseIdle(wanted[0] as KnownModule);
  await migrations.exclusively(async () => {
    for (const module of wanted.filter(({ state }) => state === 'active')) {
      const names = await migrations.up(forDatabase(module.migrations));
      for (const migration of names) told({ module: module.name, migration });
    }
  });
}

function refuseIdle({ name, state }: KnownModule): void {
  if (state === 'active') return;
  const mend = state === 'disabled' ? `First: lectern plugin enable ${name}` : 'lectern doctor says why.';
  throw new Error(`${name} is ${state}, so its migrations are not applied. ${mend}`);
}
