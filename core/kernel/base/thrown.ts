import { types } from 'node:util';

/** A property of a thrown value; undefined if reading the property throws. */
export function propertyOf(thrown: unknown, name: string): unknown {
  try {
    return (thrown as Readonly<Record<string, unknown>> | null | undefined)?.[name];
  } catch {
    return undefined;
  }
}

/** `instanceof` for thrown values. False for proxies, because any access to them may throw. */
export function isInstance<T>(thrown: unknown, type: abstract new (...given: never[]) => T): thrown is T {
  try {
    return !types.isProxy(thrown) && thrown instanceof type;
  } catch {
    return false;
  }
}

/** Message of an error, or text of another value. Never throws. */
export function reasonOf(thrown: unknown): string {
  return valueText(isInstance(thrown, Error) ? propertyOf(thrown, 'message') : thrown);
}

/** Text of any value. Never throws. */
export function valueText(value: unknown): string {
  try {
    return String(value);
  } catch {
    return `a value that cannot be read, of the type ${typeof value}`;
  }
}

const logged = ['name', 'message', 'stack', 'code', 'cause'];

/** The error itself if the properties in `logged` are readable, else an error with its message and stack. */
export function legible(error: Error): Error {
  if (logged.every((name) => isLegible(error, name))) return error;
  const plain = new Error(`${reasonOf(error)} (an error whose properties cannot all be read)`);
  plain.stack = valueText(propertyOf(error, 'stack') ?? plain.stack);
  return plain;
}

function isLegible(error: Error, name: string): boolean {
  try {
    const value: unknown = Reflect.get(error, name);
    if (!isCause(name, value)) return true;
    return !types.isProxy(value) && (!(value instanceof Error) || legible(value) === value);
  } catch {
    return false;
  }
}

function isCause(name: string, value: unknown): value is object {
  return name === 'cause' && typeof value === 'object' && value !== null;
}

/** Passes a value to `next`, a promise after it has settled. Returns a promise only for a promise, or if `next` does. */
export function whenDone<T>(value: unknown, next: (value: unknown) => T): T | Promise<T> {
  return isThenable(value) ? Promise.resolve(value).then(next) : next(value);
}

/** Whether a value is an object with a method `then`. Await it by `Promise.resolve`: its `then` may call back twice. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}
