import type { Kernel, ModuleMigrations } from '../../../hosting/internals.ts';
import { folderInCore, nearest, pluginNamed, readOwnJson } from '../../../hosting/internals.ts';

/** A module that may have migrations, in its folder or in the migration history. */
export interface KnownModule {
  readonly name: string;
  /** `set aside`: a plugin that failed to start. `gone`: only the migration history names the module. */
  readonly state: 'active' | 'disabled' | 'set aside' | 'gone';
  readonly requires: readonly string[];
  readonly migrations: ModuleMigrations;
}

/**
 * All modules that may have tables: active modules in the order of their start, then disabled modules and failed
 * plugins, then removed modules.
 * @param recorded names of the modules in the migration history
 */
export async function knownModules(kernel: Kernel, recorded: readonly string[]): Promise<KnownModule[]> {
  const active = kernel.modules.map(({ name, manifest, migrations }): KnownModule => {
    return { name, state: 'active', requires: Object.keys(manifest.requires ?? {}), migrations };
  });
  const off = kernel.disabled.plugins.map((name) => [name, 'disabled'] as const);
  const aside = kernel.failedPlugins.map(({ module }) => [module, 'set aside'] as const);
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

/** A module that does not run. If listing its migrations fails, the list is empty. */
async function idleModule(kernel: Kernel, name: string, state: KnownModule['state']): Promise<KnownModule> {
  const migrations = await kernel.migrationsOf(name).catch(() => ({ module: name, files: [] }));
  const { root } = kernel.services.installation;
  const requires = requiresIn(pluginNamed(root, name)?.folder ?? folderInCore(root, name) ?? '') ?? [];
  return { name, state, requires, migrations };
}

/** Names of the modules that a module requires; undefined if its manifest cannot be read. */
function requiresIn(folder: string): string[] | undefined {
  const manifest = readOwnJson(folder, 'module.json');
  return manifest && Object.keys(manifest['requires'] ?? {});
}

/** Returns the module with a name. @throws Error for an unknown name, naming modules with a similar spelling */
export function moduleNamed(modules: readonly KnownModule[], name: string): KnownModule {
  const found = modules.find((module) => module.name === name);
  if (found) return found;
  const near = nearest(
    name,
    modules.map((module) => module.name),
  );
  const hint = near.length > 0 ? `; is ${near.join(' or ')} meant?` : '.';
  throw new Error(`There is no module "${name}"${hint} List the modules with migrations with: lectern migrate status`);
}
