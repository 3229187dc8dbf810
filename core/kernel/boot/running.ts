import { relative } from 'node:path';
import { viewFor } from '../modules/module_context.ts';
import { inTime } from '../declare/in_time.ts';
import type { Logger } from '../declare/logger.ts';
import type { Lifecycle } from '../declare/services.ts';
import { ModuleFault } from '../modules/module_fault.ts';
import { isInstance, reasonOf } from '../declare/thrown.ts';
import type { Isolation } from '../modules/isolation.ts';
import type { LoadedModule } from '../modules/load_module.ts';

// Whoever looks at a process that does not end is told after this time what it waits for.
const SLOW_STOP_MS = 500;
const CHECK_MS = 2_000;

/** What running the services needs. */
export interface RunningTerms {
  readonly logger: Logger;
  /** Path below which the modules stand, for messages. */
  readonly root: string;
  readonly isolation: Isolation;
  /** Milliseconds that a service of a plugin or of custom may take to start, to get ready, or to stop. */
  readonly timeout: number;
}

/** What operators should know of a module. */
export interface Remark {
  readonly module: string;
  readonly remark: string;
}

/** What has been started, to be stopped in reverse. */
export class Running {
  readonly #started: Started[] = [];
  /** Those that were at work before, and are neither started again nor stopped when the others are given up. */
  #kept: ReadonlySet<Lifecycle>;
  /** Checks under way; a service is asked again only when its last one has ended. */
  readonly #checks = new Map<Lifecycle, Promise<unknown>>();

  constructor(
    private readonly terms: RunningTerms,
    before?: Running,
  ) {
    this.#kept = new Set(before ? before.#started.map(({ service }) => service) : []);
  }

  async start(module: LoadedModule, services: readonly Lifecycle[]): Promise<void> {
    // Those of core wait for what an installation cannot do without.
    const timeout = module.layer === 'core' ? Infinity : this.terms.timeout;
    for (const given of services) {
      const service = viewFor(module, given);
      const one = { module, service, timeout };
      // Counted as started before it is: one that fails half-way has something to let go of, too.
      this.#started.push(one);
      if (!this.#kept.has(service)) await this.#inTime(one, 'start', () => call(service, 'start'));
    }
    this.terms.logger.debug({ module: module.name }, 'the module has started');
  }

  /** Tells every service that all have started. @param failed handed a ModuleFault for each that throws */
  async ready(failed: (fault: ModuleFault) => void): Promise<void> {
    for (const one of this.#started) {
      const { module, service } = one;
      if (this.#kept.has(service)) continue;
      try {
        await this.#inTime(one, 'ready', () => this.#begin(one, 'ready'));
      } catch (error) {
        const problem = `the module cannot start: ready() of ${nameOf(service)} failed: ${reasonOf(error)}`;
        failed(new ModuleFault(module.name, module.servicesFile, problem, error));
      }
    }
    this.#kept = new Set();
  }

  /** What is not at work any more when others follow, to be stopped by itself. */
  leaving(next: Running): Running {
    const staying = new Set(next.#started.map(({ service }) => service));
    const leaving = new Running(this.terms);
    leaving.#started.push(...this.#started.filter(({ service }) => !staying.has(service)));
    return leaving;
  }

  /** Services that cannot do their work, each with its module; empty where all can. */
  async check(): Promise<readonly Remark[]> {
    const checks = await Promise.all(this.#started.map((one) => this.#check(one)));
    return checks.filter((remark) => remark !== undefined);
  }

  /** What the services have to say to operators, each with its module. */
  remarks(): readonly Remark[] {
    return this.#started.flatMap(({ module: { name: module }, service }) => {
      try {
        const remarks: unknown = call(service, 'operatorRemarks') ?? [];
        return (remarks as readonly unknown[]).map((remark) => ({ module, remark: textOf(remark) }));
      } catch (err) {
        this.terms.logger.error({ module, err }, `operatorRemarks() of ${nameOf(service)} failed`);
        return [{ module, remark: 'operatorRemarks() failed; the log says why.' }];
      }
    });
  }

  /** Tells every service that the end is near. */
  retire(): void {
    for (const one of this.#started) {
      try {
        this.#begin(one, 'retire');
      } catch (err) {
        this.terms.logger.error({ module: one.module.name, err }, 'a service did not retire cleanly');
      }
    }
  }

  async stop(): Promise<void> {
    for (const one of this.#started.splice(0).reverse()) {
      const { module, service } = one;
      const slow = setTimeout(() => this.#tellSlow(one), SLOW_STOP_MS).unref();
      try {
        if (!this.#kept.has(service)) await this.#inTime(one, 'stop', () => call(service, 'stop'));
      } catch (err) {
        this.terms.logger.error({ module: module.name, err }, 'a service did not stop cleanly');
      }
      clearTimeout(slow);
    }
  }

  async #check({ module: { name: module }, service }: Started): Promise<Remark | undefined> {
    if (!has(service, 'check')) return undefined;
    try {
      await (this.#checks.get(service) ?? this.#beginCheck(service));
      return undefined;
    } catch (err) {
      this.terms.logger.warn({ module, err }, 'a service is not well');
      // The answer is public: only sentences of our own stand in it.
      return { module, remark: isInstance(err, CheckTimeout) ? err.message : 'check() failed; the log says why.' };
    }
  }

  #beginCheck(service: Lifecycle): Promise<unknown> {
    const late = () => new CheckTimeout(`check() did not end within ${CHECK_MS} ms.`);
    const check = inTime({ milliseconds: CHECK_MS, run: () => call(service, 'check'), late }).finally(() => {
      this.#checks.delete(service);
    });
    this.#checks.set(service, check);
    return check;
  }

  /** Calls what is not awaited; a promise that it returns all the same has its failure logged. */
  #begin({ module: { name: module }, service }: Started, method: 'ready' | 'retire'): void {
    Promise.resolve(call(service, method)).catch((err: unknown) => {
      this.terms.logger.error({ module, err }, `${method}() of ${nameOf(service)} failed`);
    });
  }

  #tellSlow({ module: { name: module }, service }: Started): void {
    this.terms.logger.info({ module }, `waiting for stop() of ${nameOf(service)}, module ${module}`);
  }

  async #inTime({ module, service, timeout }: Started, method: keyof Lifecycle, run: () => unknown): Promise<void> {
    if (!has(service, method)) return;
    if (timeout === Infinity) {
      await run();
      return;
    }
    const name = `${method}() of ${nameOf(service)}`;
    const late = {
      waiting: () => `${name} did not end within ${timeout} ms; let it begin its work without waiting for the end.`,
      running: (place: string) =>
        `${name} ran for ${timeout} ms; look for a loop that does not end (${relative(this.terms.root, place)})`,
    };
    await this.terms.isolation.withinTime({ name: `${name}, module ${module.name}`, timeout, late, run });
  }
}

/** A service that was started. */
interface Started {
  readonly module: Pick<LoadedModule, 'name' | 'servicesFile'>;
  readonly service: Lifecycle;
  readonly timeout: number;
}

/** A check that does not answer. */
class CheckTimeout extends Error {}

/** A property of that name which is no function means something else. */
function has(service: Lifecycle, method: keyof Lifecycle): boolean {
  return typeof service[method] === 'function';
}

function call(service: Lifecycle, method: keyof Lifecycle): unknown {
  return has(service, method) ? service[method]?.() : undefined;
}

/** Services are made by strangers: one without a prototype has no class to be named by. */
function nameOf(service: object): string {
  const { constructor } = service as { readonly constructor?: { readonly name?: unknown } };
  return typeof constructor?.name === 'string' && constructor.name !== '' ? constructor.name : 'a service';
}

function textOf(remark: unknown): string {
  if (typeof remark === 'string') return remark;
  throw new TypeError(`it returned a list with a ${typeof remark}; return a list of texts`);
}
