import type { Logger } from '../../kernel/declare/logger.ts';
import { isInstance, reasonOf } from '../../kernel/declare/thrown.ts';
import type { Generation } from '../../kernel/boot/start_with_isolation.ts';
import { nextGeneration, type LiveModules } from './next_generation.ts';

/** What became of a change of modules. */
export interface Reloaded {
  /** Names of the modules that were to be exchanged: those that changed now, and those whose last change was refused. */
  readonly modules: readonly string[];
  /** Why what was there before goes on; undefined where the change is served. */
  readonly problem: Error | undefined;
}

/** Where the modules are at work. */
export interface Seat {
  readonly logger: Logger;
  readonly live: LiveModules;
  now(): Generation;
  /** Has the next generation answer from now on. @throws Error when it cannot; the former one goes on */
  exchange(next: Generation): Promise<void>;
}

/** Exchanges modules, one change after the other. */
export class Reloads {
  readonly #seat: Seat;
  #last: Promise<unknown> = Promise.resolve();
  /** Modules whose last change was refused: they are read again with the next one, which may be what they wait for. */
  #refused: readonly string[] = [];

  constructor(seat: Seat) {
    this.#seat = seat;
  }

  reload(names: readonly string[]): Promise<Reloaded> {
    const work = this.#last.then(() => this.#reload(names));
    this.#last = work;
    return work;
  }

  /** Resolves when nothing is being exchanged. */
  async ended(): Promise<void> {
    await this.#last;
  }

  async #reload(names: readonly string[]): Promise<Reloaded> {
    const { logger, live } = this.#seat;
    const modules = [...new Set([...names, ...this.#refused])];
    const startedAt = performance.now();
    try {
      const exchange = (next: Generation) => this.#seat.exchange(next);
      await nextGeneration({ before: this.#seat.now(), names: new Set(modules), live, exchange });
      this.#refused = [];
      const ms = Math.round(performance.now() - startedAt);
      logger.info({ modules, ms }, `exchanged: ${modules.join(', ')}`);
      return { modules, problem: undefined };
    } catch (error) {
      this.#refused = modules;
      logger.error({ modules, err: error }, `not exchanged, what was there before goes on: ${reasonOf(error)}`);
      return { modules, problem: isInstance(error, Error) ? error : new Error(reasonOf(error)) };
    }
  }
}
