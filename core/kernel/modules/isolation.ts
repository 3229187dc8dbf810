import type { ModuleFolder } from './layers.ts';

/** Call of a function of a module with a time limit. */
export interface TimedCall<T> {
  /** The call in messages, such as `up()`. */
  readonly name: string;
  readonly module: string;
  /** Root path of the installation, for messages. */
  readonly root: string;
  /** Milliseconds. */
  readonly timeout: number;
  /** Fixes for a call that waits for a promise, and for a call that runs without an end. */
  readonly fixes: { readonly waiting: string; readonly running: string };
  readonly run: () => T | Promise<T>;
}

/** Protects the process from code of modules: limits its time, and restores built-ins that it changes. */
export interface Isolation {
  /** @throws Error with call and fix when the time limit is exceeded; else the error of the call */
  callInTime<T>(call: TimedCall<T>): Promise<T>;
  /** Runs work and restores the built-ins that it has changed. @throws ModuleFault naming one of them */
  withFrozenBuiltIns<T>(module: ModuleFolder, root: string, work: () => Promise<T>): Promise<T>;
}
