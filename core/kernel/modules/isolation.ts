import type { ModuleFolder } from './layers.ts';

/** Messages for work that exceeds its time limit: it waits for a promise, or still runs code at `place`. */
export interface Lateness {
  waiting(): string;
  running(place: string): string;
}

/** Work of a module with a time limit. */
export interface TimedWork<T> {
  /** Name for a message on standard error, written if the work blocks and cannot be interrupted. */
  readonly name: string;
  readonly timeout: number;
  readonly late: Lateness;
  readonly run: () => T | Promise<T>;
}

/** Isolates the process from faults of modules while they are loaded and started. */
export interface Isolation {
  /** Runs work with its time limit. @throws Error with a message of `late` when the limit is exceeded */
  withinTime<T>(work: TimedWork<T>): Promise<T>;
  /** Runs work and undoes its changes to built-ins. @throws ModuleFault naming the changed built-in */
  withFrozenBuiltIns<T>(module: ModuleFolder, root: string, work: () => Promise<T>): Promise<T>;
}
