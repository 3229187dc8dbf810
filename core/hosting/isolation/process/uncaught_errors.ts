import { isInstance } from '../../../kernel/base/thrown.ts';
import { runOutside } from '../../../kernel/modules/module_context.ts';

/** Source of an uncaught error: a thrown exception or an unhandled rejection. */
export type UncaughtKind = 'exception' | 'rejection';

/** An installation that handles uncaught errors of this process. */
export interface UncaughtListener {
  /**
   * Logs and counts an error of its plugins or its custom folder.
   * @returns false when the error is attributed to other code
   */
  attribute(thrown: unknown, kind: UncaughtKind): boolean;
  /** Logs and counts an error that no installation attributes to a plugin or to custom. */
  report(thrown: unknown, kind: UncaughtKind): void;
  /** Stops the installation, then ends the process. */
  end(): void;
}

// Handlers of uncaught errors are process-wide, so all installations of a process share them.
const listeners = new Set<UncaughtListener>();

/**
 * Handles unhandled rejections and uncaught exceptions of the process. The process survives rejections, exceptions of
 * plugins and custom, and thrown values that are no errors. After another exception all installations are stopped and
 * the process ends, unless the program has an `uncaughtException` listener of its own.
 * @returns a function that removes the listener
 */
export function onUncaughtErrors(listener: UncaughtListener): () => void {
  // Registered again for each listener: test runners remove process handlers between files.
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
  // Core throws errors only, so any other value comes from elsewhere.
  if (attribute(thrown, 'exception') || !isInstance(thrown, Error)) return;
  if (process.listenerCount('uncaughtException') > 1) return;
  runOutside(() => {
    for (const listener of listeners) listener.end();
  });
}

function attribute(thrown: unknown, kind: UncaughtKind): boolean {
  for (const listener of listeners) if (listener.attribute(thrown, kind)) return true;
  const [first] = listeners;
  first?.report(thrown, kind);
  return false;
}
