import { isInstance } from '../base/thrown.ts';
import { Failure, failureOf } from '../declare/failure.ts';
import { computes, type FormerInput, type InputFields } from '../declare/input.ts';
import { olderFields, stepsOf, type Steps } from '../declare/shape.ts';
import { compileInput, reader, type ReadInput } from './input_reader.ts';

/** Fields of the newer version, with what an older version has instead. */
type Step = Readonly<Record<string, FormerInput>>;
type Values = Readonly<Record<string, unknown>>;

// Properties of declared fields. They are symbols, so that copies of the fields keep them and schemas do not show them.
const former = Symbol('older versions of the fields');
const raise = Symbol('converts input of an older version to the newest fields');

interface Versioned {
  readonly [former]?: Steps<Step>;
  readonly [raise]?: (given: Values) => Values;
}

/**
 * Returns the input of an operation with what older versions of the API send. Operations receive only newest fields. A
 * version has the differences of the later versions as well.
 *
 * @param versions fields of the newer version, each with `input.from`: fields that clients of the older one send instead,
 * and a function that computes from them what clients of the newer one send
 * @example
 * export const newTalk = upgrade(
 *   { minutes: input.integer() },
 *   { 2: { minutes: input.from({ hours: input.integer() }, ({ hours }) => hours * 60) } },
 * );
 * @throws Error for a field that the newer version does not have, and for a name that is taken
 */
export function upgrade<F extends InputFields>(fields: F, versions: Readonly<Record<number, Step>>): F {
  return { ...fields, [former]: stepsOf('upgrade', versions, fields) };
}

/** The fields that clients of a version send; the given fields if these are the same. */
export function inputIn(fields: InputFields & Versioned, version: number): InputFields {
  return (fields[former] ?? []).reduce<InputFields & Versioned>((newer, [last, step]) => {
    if (last < version) return newer;
    return { ...olderFields(newer, step, (name) => step[name] ?? {}), [raise]: raiser(newer, step) };
  }, fields);
}

/** Compiles fields like `compileInput`. Input of an older version is checked by its own fields, then converted. */
export function compileVersioned<F extends InputFields>(fields: F & Versioned): ReadInput<F> {
  const { [raise]: raised } = fields;
  const read = compileInput<F>(fields);
  if (!raised) return read;
  return (source) => {
    const given = read(source);
    return isInstance(given, Failure) ? given : (raised(given) as ReturnType<ReadInput<F>>);
  };
}

/** Returns a function that converts input of an older version to the newest fields. */
function raiser(newer: InputFields & Versioned, step: Step): (given: Values) => Values {
  const sent = new Set(Object.values(step).flatMap((fields) => Object.keys(fields)));
  const read = reader(Object.fromEntries(Object.entries(newer).filter(([name]) => Object.hasOwn(step, name))));
  return (given) => {
    const kept = Object.entries(given).filter(([name]) => !sent.has(name));
    const computed = Object.entries(step).map(([name, fields]) => [name, computedValue(fields, given)] as const);
    try {
      const raised = { ...Object.fromEntries(kept), ...read(Object.fromEntries(computed)) };
      return newer[raise]?.(raised) ?? raised;
    } catch (error) {
      throw inOlderNames(error, step);
    }
  };
}

/** The value of a newer field; undefined if the client has given none of the fields that stand for it. */
function computedValue(fields: FormerInput, given: Values): unknown {
  const names = Object.keys(fields);
  const isGiven = names.length === 0 || names.some((name) => given[name] !== undefined);
  return isGiven ? fields[computes](given as never) : undefined;
}

/** A failure of computed values with the names that the client has sent; other errors unchanged. */
function inOlderNames(error: unknown, step: Step): unknown {
  if (!isInstance(error, Failure)) return error;
  const details = (error.details ?? []).flatMap(({ field, message }) => {
    const [name = '', ...rest] = field.split('.');
    const names = Object.hasOwn(step, name) ? Object.keys(step[name] ?? {}) : [name];
    return names.map((older) => ({ field: [older, ...rest].join('.'), message }));
  });
  if (details.length > 0) return failureOf(error.kind, details);
  return new TypeError(`upgrade computes a wrong value: ${error.message} Correct the function.`, { cause: error });
}
