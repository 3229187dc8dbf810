import type { Logger } from '../../kernel/declare/logger.ts';
import { isInstance, reasonOf } from '../../kernel/declare/thrown.ts';
import type { Generation } from '../../kernel/boot/start_with_isolation.ts';
import { nextGeneration, type LiveModules } from './next_generation.ts';

export interface Reloaded {
  /** Modules to replace: those that changed now, and those whose last change was rejected. */
  readonly modules: readonly string[];
  /** Reason why the previous modules stay; undefined on success. */
  readonly problem: Error | undefined;
}

/** The kernel whose modules are replaced. */
export interface ReloadHost {
  readonly logger: Logger;
  readonly live: LiveModules;
  now(): Generation;
  /** Switches to the next generation. @throws Error when the switch fails; the previous generation stays */
  exchange(next: Generation): Promise<void>;
}

/** Replaces modules, one change after the other. */
export class Reloads {
  readonly #host: ReloadHost;
  #last: Promise<unknown> = Promise.resolve();
  /** Modules whose last change was rejected. The next reload includes these, because it may fix their problem. */
  #refused: readonly string[] = [];

  constructor(host: ReloadHost) {
    this.#host = host;
  }

  reload(names: readonly string[]): Promise<Reloaded> {
    const work = this.#last.then(() => this.#reload(names));
    this.#last = work;
    return work;
  }

  /** Resolves when all reloads requested so far have ended. */
  async ended(): Promise<void> {
    await this.#last;
  }

  async #reload(names: readonly string[]): Promise<Reloaded> {
    const { logger, live } = this.#host;
    const modules = [...new Set([...names, ...this.#refused])];
    const startedAt = performance.now();
    try {
      const exchange = (next: Generation) => this.#host.exchange(next);
      await nextGeneration({ before: this.#host.now(), names: new Set(modules), live, exchange });
      this.#refused = [];
      const ms = Math.round(performance.now() - startedAt);
      logger.info({ modules, ms }, this.#outcomeOf(modules));
      return { modules, problem: undefined };
    } catch (error) {
      this.#refused = modules;
      logger.error({ modules, err: error }, `not reloaded, the previous version keeps serving: ${reasonOf(error)}`);
      return { modules, problem: isInstance(error, Error) ? error : new Error(reasonOf(error)) };
    }
  }

  /** Names the reloaded modules, and those of them that have failed as at a start. */
  #outcomeOf(modules: readonly string[]): string {
    const failed = new Set(this.#host.now().parts.failed.list.map(({ module }) => module));
    const named = (text: string, names: readonly string[]) =>
      names.length > 0 ? [`${text}: ${names.join(', ')}`] : [];
    const running = modules.filter((name) => !failed.has(name));
    const aside = modules.filter((name) => failed.has(name));
    return [...named('reloaded', running), ...named('out of service, /readyz says why', aside)].join('; ');
  }
}
