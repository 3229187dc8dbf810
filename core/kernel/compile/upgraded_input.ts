import { isInstance } from '../base/thrown.ts';
import { Failure } from '../declare/failure.ts';
import type { FormerInput, InputFields } from '../declare/input.ts';
import { checkSteps, stepsOf } from '../declare/shape.ts';
import { sentence } from './input_failures.ts';
import { compileInput, reader, type ReadInput } from './input_reader.ts';

/** Fields of the newer version, with what an older version has instead. */
type Step = Readonly<Record<string, FormerInput>>;

// Properties of declared fields. They are symbols, so that copies of the fields keep them and schemas do not show them.
const steps = Symbol('older versions of the fields');
const newerFields = Symbol('newer fields, and the step from which these fields are made');

interface Versioned {
  readonly [steps]?: readonly (readonly [last: number, step: Step])[];
  readonly [newerFields]?: { readonly newer: InputFields; readonly step: Step };
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
  const all = stepsOf(versions);
  const named = all.map(([last, step]) => {
    return [last, Object.entries(step).map(([name, former]) => [name, former.fields] as const)] as const;
  });
  checkSteps('upgrade', Object.keys(fields), named);
  return { ...fields, [steps]: all };
}

/** The fields that clients of a version send; the given fields if these are the same. */
export function inputIn(fields: InputFields & Versioned, version: number): InputFields {
  return (fields[steps] ?? []).reduce<InputFields>((newer, [last, step]) => {
    return last >= version ? olderFields(newer, step) : newer;
  }, fields);
}

function olderFields(newer: InputFields, step: Step): InputFields {
  const entries = Object.entries(newer).flatMap(([name, schema]) => {
    return Object.hasOwn(step, name) ? Object.entries(step[name]?.fields ?? {}) : [[name, schema] as const];
  });
  return { ...Object.fromEntries(entries), [newerFields]: { newer, step } };
}

/** Compiles fields like `compileInput`. Input of an older version is checked by its own fields, then converted. */
export function compileVersioned<F extends InputFields>(fields: F): ReadInput<F> {
  const read = compileInput(fields);
  const raise = raiser(fields);
  if (!raise) return read;
  return (source) => {
    const given = read(source);
    return isInstance(given, Failure) ? given : (raise(given) as ReturnType<ReadInput<F>>);
  };
}

type Values = Readonly<Record<string, unknown>>;

/** Returns a function that converts input to the newest fields; undefined if the fields are the newest. */
function raiser({ [newerFields]: made }: InputFields & Versioned): ((given: Values) => Values) | undefined {
  if (!made) return undefined;
  const { newer, step } = made;
  const names = Object.keys(step);
  const former = new Set(Object.values(step).flatMap(({ fields }) => Object.keys(fields)));
  const read = reader(Object.fromEntries(names.map((name) => [name, newer[name]])) as InputFields);
  const raise = raiser(newer);
  return (given) => {
    const kept = Object.entries(given).filter(([name]) => !former.has(name));
    const computed = names.map((name) => [name, computedValue(step[name] as FormerInput, given)] as const);
    try {
      const raised = { ...Object.fromEntries(kept), ...read(Object.fromEntries(computed)) };
      return raise ? raise(raised) : raised;
    } catch (error) {
      throw inOlderNames(error, step);
    }
  };
}

/** The value of a newer field; undefined if the client has given none of the fields that stand for it. */
function computedValue({ fields, convert }: FormerInput, given: Values): unknown {
  const names = Object.keys(fields);
  return names.length === 0 || names.some((name) => given[name] !== undefined) ? convert(given as never) : undefined;
}

/** A failure of computed values with the names that the client has sent; other errors unchanged. */
function inOlderNames(error: unknown, step: Step): unknown {
  if (!isInstance(error, Failure)) return error;
  const details = (error.details ?? []).flatMap(({ field, message }) => {
    const [name = '', ...rest] = field.split('.');
    const names = Object.hasOwn(step, name) ? Object.keys(step[name]?.fields ?? {}) : [name];
    return names.map((older) => ({ field: [older, ...rest].join('.'), message }));
  });
  if (details.length > 0) return error.kind({ message: details.map(sentence).join(' '), details });
  return new TypeError(`upgrade computes a wrong value: ${error.message} Correct the function.`, { cause: error });
}
