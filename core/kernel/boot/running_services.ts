import { viewFor } from '../modules/module_context.ts';
import type { Logger } from '../base/logger.ts';
import type { Lifecycle } from '../declare/services.ts';
import { placeOf } from '../modules/layers.ts';
import { attributedLater } from '../modules/module_fault.ts';
import type { Isolation } from '../modules/isolation.ts';
import type { LoadedModule } from '../modules/load_module.ts';

// Services that take longer than this to stop are logged.
const SLOW_STOP_MS = 500;

/** Logger, isolation and time limit for the lifecycle methods of services. */
export interface RunningServicesTerms {
  readonly logger: Logger;
  /** Root path of the installation, for messages. */
  readonly root: string;
  readonly isolation: Isolation;
  /** Milliseconds for each start(), stop(), and synchronous part of ready() of plugins and of custom. */
  readonly timeout: number;
}

export interface ModuleService {
  readonly module: string;
  readonly service: Lifecycle;
}

/** Started services, stopped in reverse order. */
export class RunningServices {
  readonly #started: Started[] = [];

  constructor(private readonly terms: RunningServicesTerms) {}

  async start(module: LoadedModule, services: readonly Lifecycle[]): Promise<void> {
    // Services of core have no time limit: an installation cannot run without them.
    const timeout = module.layer === 'core' ? Infinity : this.terms.timeout;
    for (const given of services) {
      const service = viewFor(module, given);
      const one = { module, service, timeout };
      // Registered before the start, so that a service that fails halfway is stopped as well.
      this.#started.push(one);
      await this.#callInTime(one, 'start', () => call(service, 'start'));
    }
    this.terms.logger.debug({ module: module.name }, 'the module has started');
  }

  /** Calls `ready()` of the services without awaiting promises. @throws ModuleFault of one that throws or is late */
  async ready(): Promise<void> {
    for (const one of this.#started) {
      const { module, service } = one;
      const problem = `the module cannot start: ready() of ${serviceName(service)} failed`;
      const place = module.servicesFile || placeOf(module);
      const call = () => this.#callInTime(one, 'ready', () => this.#callUnawaited(one, 'ready'));
      await attributedLater(module.name, (reason) => [place, `${problem}: ${reason}`], call);
    }
  }

  /** Started services, in the order of their start. */
  get services(): readonly ModuleService[] {
    return this.#started.map(({ module, service }) => ({ module: module.name, service }));
  }

  /** Calls `retire()` of the services; errors are only logged. */
  retire(): void {
    for (const one of this.#started) {
      try {
        this.#callUnawaited(one, 'retire');
      } catch (err) {
        this.#logFailed('retire', one, err);
      }
    }
  }

  async stop(): Promise<void> {
    for (const one of this.#started.splice(0).reverse()) {
      const slow = setTimeout(() => this.#logSlow(one), SLOW_STOP_MS).unref();
      try {
        await this.#callInTime(one, 'stop', () => call(one.service, 'stop'));
      } catch (err) {
        this.#logFailed('stop', one, err);
      }
      clearTimeout(slow);
    }
  }

  #logFailed(method: 'retire' | 'stop', { module: { name: module }, service }: Started, err: unknown): void {
    this.terms.logger.error({ module, err }, `${method}() of ${serviceName(service)} failed; the stop continues`);
  }

  /** Calls a lifecycle method of a service. Logs a rejection of the returned promise. */
  #callUnawaited({ module: { name: module }, service }: Started, method: 'ready' | 'retire'): void {
    Promise.resolve(call(service, method)).catch((err: unknown) => {
      this.terms.logger.error({ module, err }, `${method}() of ${serviceName(service)} failed; the process continues`);
    });
  }

  #logSlow({ module: { name: module }, service }: Started): void {
    this.terms.logger.info({ module }, `waiting for stop() of ${serviceName(service)}, module ${module}`);
  }

  async #callInTime({ module, service, timeout }: Started, method: keyof Lifecycle, run: () => unknown): Promise<void> {
    if (!has(service, method)) return;
    if (timeout === Infinity) {
      await run();
      return;
    }
    const { isolation, root } = this.terms;
    const name = `${method}() of ${serviceName(service)}`;
    const fixes = {
      waiting: 'do not await long work there, or raise startTimeout.',
      running: 'look for a loop that does not end, or raise startTimeout',
    };
    await isolation.callInTime({ name, module: module.name, root, timeout, fixes, run });
  }
}

interface Started {
  readonly module: Pick<LoadedModule, 'folder' | 'layer' | 'name' | 'servicesFile'>;
  readonly service: Lifecycle;
  readonly timeout: number;
}

function has(service: Lifecycle, method: keyof Lifecycle): boolean {
  return typeof service[method] === 'function';
}

function call(service: Lifecycle, method: keyof Lifecycle): unknown {
  return has(service, method) ? service[method]?.() : undefined;
}

/** Class name of a service; `a service` without one, since objects of plugins may lack a prototype. */
export function serviceName(service: object): string {
  const { constructor } = service as { readonly constructor?: { readonly name?: unknown } };
  return typeof constructor?.name === 'string' && constructor.name !== '' ? constructor.name : 'a service';
}
