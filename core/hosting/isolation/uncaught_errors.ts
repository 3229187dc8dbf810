import { isInstance } from '../../kernel/declare/thrown.ts';
import { runOutside } from '../../kernel/modules/module_context.ts';

/** How something that nobody caught came about. */
export type StrayKind = 'exception' | 'rejection';

/** An installation that hears of what nobody caught in this process. */
export interface StrayListener {
  /** Takes what its plugins or its custom folder threw, counts and logs it. @returns false where it was not theirs */
  claim(thrown: unknown, kind: StrayKind): boolean;
  /** Logs what nobody claims. */
  report(thrown: unknown, kind: StrayKind): void;
  /** Ends what can be ended, and then the process. */
  end(): void;
}

// A process has one place for what nobody caught, whatever runs in it.
const listeners = new Set<StrayListener>();

/**
 * Hears of rejected promises that nobody awaits and of exceptions that nobody catches, for as long as the process serves.
 * A rejection leaves the process alive, and so does an exception of a plugin, which has spoiled nothing but its own. After
 * one of core, or of nobody knows whom, nothing is sure any more: the process ends in order, unless the program has a
 * listener of its own and so decides for itself.
 * @returns a function that lets go again
 */
export function hearStrays(listener: StrayListener): () => void {
  // Registered anew for each listener: a test runner removes the handlers of the whole process between two files.
  removeHandlers();
  process.on('unhandledRejection', onRejection).on('uncaughtException', onException);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeHandlers();
  };
}

function removeHandlers(): void {
  process.off('unhandledRejection', onRejection).off('uncaughtException', onException);
}

function onRejection(reason: unknown): void {
  attribute(reason, 'rejection');
}

function onException(thrown: unknown): void {
  // The core throws errors only; so whoever it was, it was not the core.
  if (attribute(thrown, 'exception') || !isInstance(thrown, Error)) return;
  if (process.listenerCount('uncaughtException') > 1) return;
  runOutside(() => {
    for (const listener of listeners) listener.end();
  });
}

function attribute(thrown: unknown, kind: StrayKind): boolean {
  for (const listener of listeners) if (listener.claim(thrown, kind)) return true;
  const [first] = listeners;
  first?.report(thrown, kind);
  return false;
}
