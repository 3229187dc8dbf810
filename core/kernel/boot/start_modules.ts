import type { Logger } from '../log.ts';
import type { Lifecycle } from '../services.ts';
import type { Assembly } from './assemble.ts';
import { ModuleFault, reasonOf } from './fault.ts';
import type { LoadedModule } from './load_module.ts';
import type { Migrator } from './migrator.ts';

/** What starting needs besides the assembly. */
export interface StartContext {
  readonly logger: Logger;
  /** Whether modules whose tables are new get their demo data. */
  readonly demo: boolean;
}

/** What has been started, to be stopped in reverse. */
export class Running {
  readonly #started: { readonly module: string; readonly service: Lifecycle }[] = [];

  constructor(private readonly logger: Logger) {}

  async start(module: LoadedModule, services: readonly Lifecycle[]): Promise<void> {
    for (const service of services) {
      // Counted as started before it is: one that fails half-way has something to let go of, too.
      this.#started.push({ module: module.name, service });
      await service.start?.();
    }
    this.logger.debug({ module: module.name }, 'the module has started');
  }

  /** Tells every service that all have started. */
  ready(): void {
    for (const { service } of this.#started) service.ready?.();
  }

  /** Rejects with the first thing that is not well, and says which module it belongs to. */
  async check(): Promise<void> {
    for (const { module, service } of this.#started) {
      try {
        await service.check?.();
      } catch (err) {
        this.logger.warn({ module, err }, 'a service is not well');
        throw err;
      }
    }
  }

  async stop(): Promise<void> {
    for (const { module, service } of this.#started.splice(0).reverse()) {
      try {
        await service.stop?.();
      } catch (err) {
        this.logger.error({ module, err }, 'a service did not stop cleanly');
      }
    }
  }
}

/**
 * Starts the services of all modules in order; migrations run as soon as the database is there.
 * @throws ModuleFault naming the module that could not start
 */
export async function startModules(
  { modules, house }: Assembly,
  running: Running,
  context: StartContext,
): Promise<void> {
  const [migrator] = house.contributions.of('migrator');
  const first = migrator ? modules.findIndex(({ name }) => house.of(name).includes(migrator as Lifecycle)) + 1 : 0;
  const start = (module: LoadedModule) => attributed(module, () => running.start(module, house.of(module.name)));
  for (const module of modules.slice(0, first)) await start(module);
  if (migrator) await migrateAll(modules, migrator, { ...context, services: house.services });
  for (const module of modules.slice(first)) await start(module);
}

async function migrateAll(
  modules: readonly LoadedModule[],
  migrator: Migrator,
  { demo, services }: StartContext & { services: Assembly['house']['services'] },
): Promise<void> {
  await migrator.exclusively(async () => {
    const fresh: LoadedModule[] = [];
    for (const module of modules) {
      if (await migrator.isFresh(module.migrations)) fresh.push(module);
      await attributed(module, () => migrator.up(module.migrations));
    }
    if (demo) for (const module of fresh) await loadDemo(module, migrator, services);
  });
}

/** Loads the demo data of a module once. @returns whether there was any to load */
export async function loadDemo(
  module: LoadedModule,
  migrator: Migrator,
  services: Assembly['house']['services'],
): Promise<boolean> {
  const { demo, migrations } = module;
  if (!demo) return false;
  const load = () => Promise.resolve(() => demo.run(services));
  return attributed(module, () => migrator.loadDemo({ ...migrations, demo: { file: demo.file, load } }));
}

async function attributed<T>(module: LoadedModule, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ModuleFault) throw error;
    const place = module.servicesFile || `${module.layer}/${module.name}`;
    throw new ModuleFault(module.name, place, `the module cannot start: ${reasonOf(error)}`, error);
  }
}
