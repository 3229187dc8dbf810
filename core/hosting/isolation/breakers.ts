import { Gauge } from 'prom-client';
import type { ModuleFolder } from '../../kernel/modules/layers.ts';
import type { Logger } from '../../kernel/base/logger.ts';
import { Breaker, type BreakerTerms } from './breaker.ts';

type Guarded = Pick<ModuleFolder, 'layer' | 'name'>;

/** Circuit breakers of plugins and of custom. Core has none, because all other modules depend on core. */
export class Breakers {
  readonly meter = new Gauge({
    name: 'lectern_breaker_open',
    help: '1 while the operations of a module are refused because they kept failing, else 0.',
    labelNames: ['module'],
    aggregator: 'max',
    registers: [],
  });
  readonly #breakers = new Map<string, Breaker>();

  constructor(
    private readonly terms: BreakerTerms,
    private readonly logger: Logger,
  ) {}

  /** The breaker of a module; undefined for core, and if the configuration disables breakers. */
  of({ layer, name }: Guarded): Breaker | undefined {
    if (layer === 'core' || this.terms.failures === 0) return undefined;
    const known = this.#breakers.get(name);
    if (known) return known;
    const breaker = new Breaker({ layer, name }, this.terms, this.#changed);
    this.#breakers.set(name, breaker);
    this.meter.set({ module: name }, 0);
    return breaker;
  }

  /** Names of the modules whose circuit breaker is open, with their last errors. */
  get open(): ReadonlyMap<string, string> {
    const open = [...this.#breakers.values()].filter(({ isOpen }) => isOpen);
    return new Map(open.map(({ module, reason }) => [module.name, reason]));
  }

  readonly #changed = (breaker: Breaker): void => {
    const { isOpen, module, reason } = breaker;
    this.meter.set({ module: module.name }, isOpen ? 1 : 0);
    if (!isOpen)
      this.logger.info(
        { module: module.name },
        `back in service: an operation of module '${module.name}' was answered`,
      );
    else this.logger.error({ module: module.name }, this.#opened(module.name, reason));
  };

  #opened(module: string, reason: string): string {
    const { failures, windowSeconds, pauseSeconds } = this.terms;
    const why = `${failures} or more operations of module '${module}' failed within ${windowSeconds} s, at least as many as were answered`;
    return `out of service: ${why}; the next operation is tried in ${pauseSeconds} s (guard.breaker). The last error: ${reason}`;
  }
}
