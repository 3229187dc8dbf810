import { runAs } from '../modules/module_context.ts';
import type { Lifecycle } from '../declare/services.ts';
import type { Assembly } from '../routes/assembly.ts';
import { placeOf } from '../modules/layers.ts';
import { attributedLater, ModuleFault } from '../modules/module_fault.ts';
import type { Isolation } from '../modules/isolation.ts';
import type { LoadedModule } from '../modules/load_module.ts';
import type { Migrator } from '../base/migrator.ts';
import type { RunningServices } from './running_services.ts';

/** Parameters of a start besides assembly and running services. */
export interface StartContext {
  /** Whether to load the demo data of modules that are new to the database. */
  readonly demo: boolean;
  /** Root path of the installation, for messages. */
  readonly root: string;
  readonly isolation: Isolation;
}

/**
 * Starts the services of all modules in order. Migrations run once the module that contributes `migrator` has started.
 * @throws ModuleFault naming the module that could not start; other errors of the migrator
 */
export async function startModules(
  { modules, registry }: Assembly,
  running: RunningServices,
  context: StartContext,
): Promise<void> {
  const [migrator] = registry.contributions.of('migrator');
  const first = migrator ? modules.findIndex(({ name }) => registry.of(name).includes(migrator as Lifecycle)) + 1 : 0;
  const start = (module: LoadedModule) => starting(module, () => startOne(module));
  const startOne = (module: LoadedModule) => {
    const services = registry.of(module.name);
    const work = () => running.start(module, services);
    const runsCode = module.layer === 'plugins' && services.length > 0;
    return runsCode ? context.isolation.withFrozenBuiltIns(module, context.root, work) : work();
  };
  for (const module of modules.slice(0, first)) await start(module);
  if (migrator) await migrateAll(modules, migrator, { ...context, registry });
  else refuseMigrations(modules);
  for (const module of modules.slice(first)) await start(module);
}

/** @throws ModuleFault for a module with migrations if no module runs migrations */
function refuseMigrations(modules: readonly LoadedModule[]): void {
  for (const { name, migrations } of modules) {
    const [file] = migrations.files;
    if (file) throw new ModuleFault(name, file.file, 'no module runs migrations; add "database" to "requires".');
  }
}

async function migrateAll(
  modules: readonly LoadedModule[],
  migrator: Migrator,
  { demo, registry }: StartContext & { registry: Assembly['registry'] },
): Promise<void> {
  await migrator.exclusively(async () => {
    for (const module of modules) {
      const options = { demo: demo && module.demo !== undefined };
      await starting(module, () => migrator.up(module.migrations, options));
    }
    const due = demo ? await migrator.dueDemos() : [];
    for (const module of modules) if (due.includes(module.name)) await loadDemo(module, migrator, registry);
  });
}

/** Loads the demo data of a module once. @returns false without demo data, or if it was loaded before */
export async function loadDemo(
  module: LoadedModule,
  migrator: Migrator,
  registry: Assembly['registry'],
): Promise<boolean> {
  const { demo, migrations } = module;
  if (!demo) return false;
  const services = registry.visibleTo({ module, file: demo.file, name: 'the demo data' });
  const load = () => Promise.resolve(() => demo.run(services));
  return starting(module, () => migrator.loadDemo({ ...migrations, demo: { file: demo.file, load } }));
}

function starting<T>(module: LoadedModule, work: () => Promise<T>): Promise<T> {
  return attributedLater(
    module.name,
    (reason) => faultIn(reason, module),
    () => runAs(module, work),
  );
}

/** File and problem of a failed start: the migration or the demo data that the reason names, else the services. */
function faultIn(reason: string, module: LoadedModule) {
  const { migrations, demo, servicesFile } = module;
  const named = [...migrations.files, demo].find((one) => one && reason.includes(one.file));
  const [, missing] = /^Migration '(\w+)'/.exec(reason) ?? [];
  const missingFile = missing && `${placeOf(module)}/migrations/${missing}`;
  const place = named?.file ?? missingFile ?? (servicesFile || placeOf(module));
  const problem = (named ?? missingFile) ? reason.replace(` (${place})`, '') : `the module cannot start: ${reason}`;
  return [place, problem] as const;
}
