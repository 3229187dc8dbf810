import { relative } from 'node:path';
import type { Logger } from '../log.ts';
import type { Lifecycle } from '../services.ts';
import type { Assembly } from './assemble.ts';
import { onCommonGround } from './common_ground.ts';
import { ModuleFault, reasonOf } from './fault.ts';
import type { LoadedModule } from './load_module.ts';
import type { Migrator } from './migrator.ts';
import { withinTime } from './within_time.ts';

// Whoever looks at a process that does not end is told after this time what it waits for.
const SLOW_STOP_MS = 500;

/** What starting needs besides the assembly. */
export interface StartContext {
  readonly logger: Logger;
  /** Whether modules whose tables are new get their demo data. */
  readonly demo: boolean;
  /** Path below which the modules stand, for messages. */
  readonly root: string;
  /** Names of the modules whose tables may have to change; all of them unless given. */
  readonly migrating?: ReadonlySet<string> | undefined;
}

/** What running the services needs. */
export interface RunningTerms extends Pick<StartContext, 'logger' | 'root'> {
  /** Milliseconds that a service of a plugin or of custom may take to start, or to stop. */
  readonly timeout: number;
}

/** What has been started, to be stopped in reverse. */
export class Running {
  readonly #started: Started[] = [];
  /** Those that were at work before, and are neither started again nor stopped when the others are given up. */
  #kept: ReadonlySet<Lifecycle>;

  constructor(
    private readonly terms: RunningTerms,
    before?: Running,
  ) {
    this.#kept = new Set(before ? before.#started.map(({ service }) => service) : []);
  }

  async start(module: LoadedModule, services: readonly Lifecycle[]): Promise<void> {
    // Those of core wait for what an installation cannot do without.
    const timeout = module.layer === 'core' ? Infinity : this.terms.timeout;
    for (const service of services) {
      // Counted as started before it is: one that fails half-way has something to let go of, too.
      this.#started.push({ module: module.name, service, timeout });
      if (service.start && !this.#kept.has(service))
        await this.#inTime({ module: module.name, service, method: 'start', timeout });
    }
    this.terms.logger.debug({ module: module.name }, 'the module has started');
  }

  /** Tells every service that all have started. */
  ready(): void {
    for (const { service } of this.#started) if (!this.#kept.has(service)) service.ready?.();
    this.#kept = new Set();
  }

  /** What is not at work any more when others follow, to be stopped by itself. */
  leaving(next: Running): Running {
    const staying = new Set(next.#started.map(({ service }) => service));
    const leaving = new Running(this.terms);
    leaving.#started.push(...this.#started.filter(({ service }) => !staying.has(service)));
    return leaving;
  }

  /** Rejects with the first thing that is not well, and says which module it belongs to. */
  async check(): Promise<void> {
    for (const { module, service } of this.#started) {
      try {
        await service.check?.();
      } catch (err) {
        this.terms.logger.warn({ module, err }, 'a service is not well');
        throw err;
      }
    }
  }

  /** What the services have to say to operators, each with its module. */
  remarks(): readonly { readonly module: string; readonly remark: string }[] {
    return this.#started.flatMap(({ module, service }) =>
      (service.operatorRemarks?.() ?? []).map((remark) => ({ module, remark })),
    );
  }

  /** Tells every service that the end is near. */
  retire(): void {
    for (const { module, service } of this.#started) {
      try {
        service.retire?.();
      } catch (err) {
        this.terms.logger.error({ module, err }, 'a service did not retire cleanly');
      }
    }
  }

  async stop(): Promise<void> {
    for (const { module, service, timeout } of this.#started.splice(0).reverse()) {
      const slow = setTimeout(() => this.#tellSlow(module, service), SLOW_STOP_MS).unref();
      try {
        if (service.stop && !this.#kept.has(service)) await this.#inTime({ module, service, method: 'stop', timeout });
      } catch (err) {
        this.terms.logger.error({ module, err }, 'a service did not stop cleanly');
      }
      clearTimeout(slow);
    }
  }

  #tellSlow(module: string, service: Lifecycle): void {
    this.terms.logger.info({ module }, `waiting for stop() of ${service.constructor.name}, module ${module}`);
  }

  async #inTime({ module, service, method, timeout }: Step): Promise<void> {
    const run = () => service[method]?.();
    if (timeout === Infinity) return run();
    const name = `${method}() of ${service.constructor.name}`;
    const late = {
      waiting: () => `${name} did not end within ${timeout} ms; let it begin its work without waiting for the end.`,
      running: (place: string) =>
        `${name} ran for ${timeout} ms; look for a loop that does not end (${relative(this.terms.root, place)})`,
    };
    return withinTime({ name: `${name}, module ${module}`, timeout, late, run });
  }
}

/** A service that was started. */
interface Started {
  readonly module: string;
  readonly service: Lifecycle;
  readonly timeout: number;
}

/** A method of a service's life, to be called. */
interface Step extends Started {
  readonly method: 'start' | 'stop';
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
  const start = (module: LoadedModule) => attributed(module, () => startOne(module));
  const startOne = (module: LoadedModule) => {
    const services = house.of(module.name);
    const work = () => running.start(module, services);
    const runsCode = module.layer === 'plugins' && services.length > 0;
    return runsCode ? onCommonGround(module, context.root, work) : work();
  };
  for (const module of modules.slice(0, first)) await start(module);
  if (migrator) await migrateAll(modules, migrator, { ...context, services: house.services });
  for (const module of modules.slice(first)) await start(module);
}

async function migrateAll(
  modules: readonly LoadedModule[],
  migrator: Migrator,
  { demo, services, migrating }: StartContext & { services: Assembly['house']['services'] },
): Promise<void> {
  await migrator.exclusively(async () => {
    const fresh: LoadedModule[] = [];
    for (const module of modules) {
      if (migrating?.has(module.name) === false) continue;
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
    const reason = reasonOf(error);
    const migration = module.migrations.files.find(({ file }) => reason.includes(file));
    const [, vanished] = /^Migration '(\w+)'/.exec(reason) ?? [];
    const lost = vanished && `${module.layer}/${module.name}/migrations/${vanished}`;
    const place = migration?.file ?? lost ?? (module.servicesFile || `${module.layer}/${module.name}`);
    const problem = (migration ?? lost) ? reason : `the module cannot start: ${reason}`;
    throw new ModuleFault(module.name, place, problem, error);
  }
}
