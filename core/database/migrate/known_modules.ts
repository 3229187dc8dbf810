import type { Kernel, ModuleMigrations } from 'lectern/host';
import { nearest } from 'lectern/host';

/** A module with migrations in its folder or in the migration history. */
export interface KnownModule {
  readonly name: string;
  readonly state: 'active' | 'disabled' | 'set aside' | 'gone';
  readonly requires: readonly string[];
  readonly migrations: ModuleMigrations;
}

/** Every module that the database may know: active ones in their order, then the others by name. */
export async function knownModules(kernel: Kernel, recorded: readonly string[]): Promise<KnownModule[]> {
  const active = kernel.modules.map(({ name, manifest, migrations }): KnownModule => {
    return { name, state: 'active', requires: Object.keys(manifest.requires ?? {}), migrations };
  });
  const off = kernel.disabled.plugins.map((name) => [name, 'disabled'] as const);
  const aside = kernel.setAside.map(({ module }) => [module, 'set aside'] as const);
  const missing = [...new Map([...off, ...aside])].sort(([a], [b]) => (a < b ? -1 : 1));
  const idle = await Promise.all(missing.map(([name, state]) => idleModule(kernel, name, state)));
  const names = new Set([...active, ...idle].map(({ name }) => name));
  const gone = [...new Set(recorded)].filter((name) => !names.has(name)).sort();
  return [
    ...active,
    ...idle,
    ...gone.map((name): KnownModule => ({
      name,
      state: 'gone',
      requires: [],
      migrations: { module: name, files: [] },
    })),
  ];
}

/** A plugin may have failed because its migrations cannot be listed; it then counts as one without any. */
async function idleModule(kernel: Kernel, name: string, state: KnownModule['state']): Promise<KnownModule> {
  const migrations = await kernel.migrationsOf(name).catch(() => ({ module: name, files: [] }));
  return { name, state, requires: [], migrations };
}

/** @throws Error naming modules with a similar spelling */
export function moduleNamed(modules: readonly KnownModule[], name: string): KnownModule {
  const found = modules.find((module) => module.name === name);
  if (found) return found;
  const near = nearest(
    name,
    modules.map((module) => module.name),
  );
  const hint = near.length > 0 ? `; is ${near.join(' or ')} meant?` : '.';
  throw new Error(`There is no module "${name}"${hint} The modules with migrations: lectern migrate status`);
}
