import { reasonOf } from '../base/thrown.ts';
import type { ExtensionPoints } from './services.ts';

const kinds = {
  text: ['a text', (value: unknown) => typeof value === 'string' && value !== ''],
  texts: ['a list of texts', (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === 'string')],
  number: ['a number', (value: unknown) => Number.isFinite(value)],
  positive: ['a number above 0', (value: unknown) => Number.isFinite(value) && (value as number) > 0],
  boolean: ['true or false', (value: unknown) => typeof value === 'boolean'],
  function: ['a function', (value: unknown) => typeof value === 'function'],
  object: ['an object', (value: unknown) => typeof value === 'object' && value !== null],
  failures: ['a list of failures', (value: unknown) => Array.isArray(value) && value.every(isFailureKind)],
} as const satisfies Record<string, readonly [string, (value: unknown) => boolean]>;

type Kind = keyof typeof kinds;
/** A class with any constructor. */
interface Class {
  readonly name: string;
  readonly prototype: object;
  [Symbol.hasInstance](value: unknown): boolean;
}

/** Requirement of a property: a kind, an instance of a class, or an object whose properties have kinds. */
type Required = Kind | Class | Readonly<Record<string, Kind>>;

/** Requirements of the properties of a contribution; `?` marks optional ones. */
export type Contract<T = unknown> = {
  readonly [N in keyof T]-?: undefined extends T[N] ? `${Kind}?` : Required;
};

type AnyContract = Readonly<Record<string, Required | `${Kind}?`>>;

const contract = Symbol('contract of an extension point');

/** An entry of `services.ts` that declares an extension point instead of a service. */
export interface PointDeclaration {
  readonly point: string;
  readonly [contract]: AnyContract | readonly [AnyContract];
}

/**
 * Declares an extension point. Each contribution is checked against the contract when it is built. A plugin whose
 * contribution does not fit fails to start.
 *
 * @param each contract of a contribution; in an array when each contribution is a list of objects
 * @example
 * export default {
 *   quoteSources: extensionPoint('quoteSources', { quotes: 'texts' }),
 * };
 */
export function extensionPoint<P extends keyof ExtensionPoints>(
  point: P,
  each: ExtensionPoints[P] extends readonly (infer One)[] ? readonly [Contract<One>] : Contract<ExtensionPoints[P]>,
): PointDeclaration {
  return { point, [contract]: each };
}

export function isPointDeclaration(given: object): given is PointDeclaration {
  return contract in given;
}

/**
 * Problem of a contribution with its fix, as the end of a sentence; undefined for a valid one.
 * @param declaration without a declaration, any value but null, undefined and a promise is valid
 */
export function problemOf(value: unknown, declaration: PointDeclaration | undefined): string | undefined {
  const expected = declaration?.[contract] ?? {};
  if (!isList(expected)) return problemOfOne(value, expected);
  if (!Array.isArray(value)) return `it is ${nameOf(value)}; give a list.`;
  return value.map((one) => problemOfOne(one, expected[0])).find((problem) => problem !== undefined);
}

function problemOfOne(value: unknown, expected: AnyContract): string | undefined {
  const names = Object.entries(expected).map(([name]) => name);
  if (value === null || value === undefined || (names.length > 0 && !isObject(value)))
    return `it is ${nameOf(value)}; give ${names.length > 0 ? `an object with ${names.join(', ')}` : 'a value'}.`;
  if (value instanceof Promise) return 'it is a promise; build it without await, and await in start().';
  return Object.entries(expected)
    .map(([name, required]) => problemOfProperty(value, name, required))
    .find((problem) => problem !== undefined);
}

function problemOfProperty(owner: object, name: string, required: AnyContract[string]): string | undefined {
  let value: unknown;
  try {
    value = (owner as Readonly<Record<string, unknown>>)[name];
  } catch (error) {
    return `"${name}" cannot be read: ${reasonOf(error)}`;
  }
  if (typeof required === 'string' && required.endsWith('?') && value === undefined) return undefined;
  if (typeof required === 'object' && !isClass(required) && isObject(value)) {
    const inner = problemOfOne(value, required);
    return inner === undefined ? undefined : `in "${name}", ${inner}`;
  }
  const [expected, fits] = rowOf(required);
  return fits(value) ? undefined : `"${name}" is ${nameOf(value)}; give ${expected}.`;
}

function rowOf(required: AnyContract[string]): readonly [string, (value: unknown) => boolean] {
  if (isClass(required)) return [`a ${required.name}`, (value) => required[Symbol.hasInstance](value)];
  return typeof required === 'string' ? kinds[required.replace('?', '') as Kind] : kinds.object;
}

function isClass(required: AnyContract[string]): required is Class {
  return typeof required === 'function';
}

function nameOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (typeof value === 'string') return value === '' ? 'empty' : 'a text';
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function isFailureKind(value: unknown): boolean {
  return isObject(value) && 'code' in value && 'status' in value;
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

function isList(value: AnyContract | readonly [AnyContract]): value is readonly [AnyContract] {
  return Array.isArray(value);
}
