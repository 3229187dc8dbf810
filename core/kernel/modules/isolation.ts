import type { ModuleFolder } from './layers.ts';

/** What a message says of work that did not end in time: it waited for something, or it ran on and on at `place`. */
export interface Lateness {
  waiting(): string;
  running(place: string): string;
}

/** Work of a module that has a time limit. */
export interface TimedWork<T> {
  /** Named on standard error where the work can not even be interrupted. */
  readonly name: string;
  readonly timeout: number;
  readonly late: Lateness;
  readonly run: () => T | Promise<T>;
}

/** Runs code of modules while they are loaded and started, so that a faulty one cannot harm the process. */
export interface Isolation {
  /** @throws Error made of `late` when the time is up */
  withinTime<T>(work: TimedWork<T>): Promise<T>;
  /** Undoes what the work changes of the built-in objects. @throws ModuleFault naming what was changed */
  withFrozenBuiltIns<T>(module: ModuleFolder, root: string, work: () => Promise<T>): Promise<T>;
}
