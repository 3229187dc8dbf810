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

/** Isolates the process from faults of modules while they are loaded and started. */
export interface Isolation {
  /** Calls a function with its time limit. @throws Error naming the call and its fix when the limit is exceeded */
  callInTime<T>(call: TimedCall<T>): Promise<T>;
  /** Runs work and undoes its changes to built-ins. @throws ModuleFault naming the changed built-in */
  withFrozenBuiltIns<T>(module: ModuleFolder, root: string, work: () => Promise<T>): Promise<T>;
}
