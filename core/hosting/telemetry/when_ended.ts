import { isThenable } from '../../kernel/base/thrown.ts';

/**
 * Runs work, and calls `ended` when it has ended; for a promise, when that has settled.
 * @returns the result of the work
 */
export function whenEnded(run: () => unknown, ended: (isFailed: boolean, error?: unknown) => void): unknown {
  let value: unknown;
  try {
    value = run();
  } catch (error) {
    ended(true, error);
    throw error;
  }
  if (!isThenable(value)) {
    ended(false);
    return value;
  }
  const promise = Promise.resolve(value);
  promise.then(
    () => ended(false),
    (error: unknown) => ended(true, error),
  );
  return promise;
}
