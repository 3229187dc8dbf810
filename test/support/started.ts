import type { Kernel, KernelOptions } from 'lectern/host';
import type { Requests } from '../../core/testing/requests.ts';
import { Installation, type Files } from './installation.ts';

const endings = ['stop', 'close', 'clear', 'end', 'release'] as const;
type Ending = { [Name in (typeof endings)[number]]: Record<Name, () => unknown> }[(typeof endings)[number]];

/**
 * Makes an object before the tests of a `describe` block: users, credentials, an order. The result has the members of
 * what `make` returns; tests and hooks can use it, but not the body of `describe`.
 */
export function prepared<T extends object>(make: () => T | Promise<T>): T {
  return laterFrom(make).proxy;
}

/** Like `prepared`, for a platform, a shop or an installation, which ends after the tests. */
export function started<T extends Ending>(start: () => T | Promise<T>): T {
  const { proxy, made } = laterFrom(start);
  after(() => {
    const value: Partial<Record<(typeof endings)[number], () => unknown>> = made() ?? {};
    const name = endings.find((one) => one in value);
    return name && value[name]?.();
  });
  return proxy;
}

/** An installation, or one with these files, whose kernel is served for the tests of the `describe` block. */
export function served(
  place: Files | Installation = {},
  options: Partial<KernelOptions> = {},
): { readonly installation: Installation; readonly kernel: Kernel; readonly api: Requests } {
  const installation = place instanceof Installation ? place : new Installation(place);
  const both = prepared(() => installation.serve(options));
  after(() => installation.clear());
  return { installation, kernel: prepared(() => both.kernel), api: prepared(() => both.api) };
}

function laterFrom<T extends object>(make: () => T | Promise<T>): { proxy: T; made: () => T | undefined } {
  let value: T | undefined;
  before(async () => {
    value = await make();
  });
  const target = (): T => {
    if (!value) throw new Error('Used outside of tests and hooks. Fix: use it in `it`, `before` or `beforeEach`.');
    return value;
  };
  const proxy = new Proxy({} as T, {
    get: (_, name) => memberOf(target(), name),
    set: (_, name, member) => Reflect.set(target(), name, member),
    has: (_, name) => Reflect.has(target(), name),
    deleteProperty: (_, name) => Reflect.deleteProperty(target(), name),
    ownKeys: () => Reflect.ownKeys(target()),
    getOwnPropertyDescriptor: (_, name) => {
      const found = Reflect.getOwnPropertyDescriptor(target(), name);
      return found && { ...found, configurable: true };
    },
  });
  return { proxy, made: () => value };
}

/** Methods of a class are bound, because a proxy lacks its private fields. */
function memberOf(value: object, name: string | symbol): unknown {
  const member: unknown = Reflect.get(value, name);
  return typeof member === 'function' && isMethod(value, name) ? member.bind(value) : member;
}

/** Whether the class of an object has a method; a getter that returns a function is none. */
function isMethod(value: object, name: string | symbol): boolean {
  if (Object.hasOwn(value, name)) return false;
  let at: object | null = value;
  while (at && !Object.hasOwn(at, name)) at = Object.getPrototypeOf(at) as object | null;
  return at !== null && Reflect.getOwnPropertyDescriptor(at, name)?.get === undefined;
}
