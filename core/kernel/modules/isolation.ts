import type { ModuleFolder } from './layers.ts';

/** Message for work that exceeded its time limit: waiting, or running code at `place`. */
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
  /** @throws Error of `late` when the time is up */
  withinTime<T>(work: TimedWork<T>): Promise<T>;
  /** Undoes changes of the work to built-ins. @throws ModuleFault naming the changed built-in */
  withFrozenBuiltIns<T>(module: ModuleFolder, root: string, work: () => Promise<T>): Promise<T>;
}
