import { isDeepStrictEqual } from 'node:util';
import type { changesBetween } from '../../hosting/internals.ts';

/** Effect of a change on clients: correct ones fail, some may fail, or none. */
export type Severity = 'breaking' | 'surprising' | 'harmless';

/** Direction of a value: clients send it, or get it in an answer. */
type Direction = 'sent' | 'answered';
/** A changed part of a contract. */
export type ContractChange = ReturnType<typeof changesBetween>[number];
type Terms = NonNullable<ContractChange['before']>;
type Schema = Readonly<Record<string, unknown>>;
type Rule = (before: unknown, now: unknown, direction: Direction) => Severity;

/** Judges a change of the contract of an operation by its part. */
export function severityOf({ part, before, now }: ContractChange): Severity {
  const [kind = '', name] = part.split('.');
  if (kind === 'input' && name !== undefined) return ofInput(before, now);
  if (kind === 'answer') return name === undefined ? ofAnswerKind(before, now) : ofField(before, now);
  if (kind === 'access') return isWider(before, now) ? 'harmless' : 'breaking';
  if (kind === 'methods') return lost(listIn(before), listIn(now)) ? 'breaking' : 'harmless';
  if (kind === 'behaviour') return isCreating(before) === isCreating(now) ? 'harmless' : 'breaking';
  return 'harmless';
}

function ofInput(before: Terms | undefined, now: Terms | undefined): Severity {
  if (now === undefined) return 'surprising';
  const [{ optional: wasOptional, ...was }, { optional, ...is }] = [schemaIn(before), schemaIn(now)];
  const isRequired = optional !== true && !('default' in is);
  if (before === undefined) return isRequired ? 'breaking' : 'harmless';
  return isRequired && (wasOptional === true || 'default' in was) ? 'breaking' : ofSchema(was, is, 'sent');
}

function ofField(before: Terms | undefined, now: Terms | undefined): Severity {
  if (before === undefined) return 'harmless';
  return now === undefined ? 'breaking' : ofSchema(schemaIn(before), schemaIn(now), 'answered');
}

/** A renamed shape changes nothing for clients; a page in place of a list does. */
function ofAnswerKind(before: Terms | undefined, now: Terms | undefined): Severity {
  const [was, is] = [before, now].map((terms) => {
    const [kind = '', shape] = typeof terms === 'string' ? terms.split(' of ') : [];
    return shape === undefined && kind.includes('.') ? 'object' : kind;
  });
  return was === is ? 'harmless' : 'breaking';
}

/** Whether callers with the former access have the other one: anyone, those who are signed in, those with a permission. */
function isWider(before: Terms | undefined, now: Terms | undefined): boolean {
  return now === 'open' || (now === 'signed in' && before !== 'open');
}

function isCreating(behaviour: Terms | undefined): boolean {
  return listIn(behaviour).includes('creates');
}

function listIn(terms: Terms | undefined): string[] {
  return typeof terms === 'string' ? terms.split(', ') : [];
}

function schemaIn(terms: Terms | undefined): Schema {
  return typeof terms === 'object' ? terms : {};
}

/** The most severe change of a keyword. */
function ofSchema(before: Schema, now: Schema, direction: Direction): Severity {
  const isSorted = 'sorted' in before && 'sorted' in now;
  const words = [...new Set([...Object.keys(before), ...Object.keys(now)])].filter(
    (word) => !isDeepStrictEqual(before[word], now[word]) && !(isSorted && word === 'pattern'),
  );
  return worst(words.map((word) => (rules[word] ?? ofConstraint)(before[word], now[word], direction)));
}

function worst(found: readonly Severity[]): Severity {
  return (['breaking', 'surprising'] as const).find((one) => found.includes(one)) ?? 'harmless';
}

const harmless: Rule = () => 'harmless';
/** Names of lists or words for which each value has to be known: in an answer, a new one surprises or breaks clients. */
const values =
  (unknown: Severity): Rule =>
  (before, now, direction) => {
    const [was, is] = [listOf(before), listOf(now)];
    if (direction === 'sent')
      return now !== undefined && (before === undefined || lost(was, is)) ? 'breaking' : 'harmless';
    return before !== undefined && (now === undefined || lost(is, was)) ? unknown : 'harmless';
  };
const upper: Rule = (before, now, direction) => ofBound(Number(before ?? Infinity), Number(now ?? Infinity), direction);
const lower: Rule = (before, now, direction) =>
  ofBound(-Number(before ?? -Infinity), -Number(now ?? -Infinity), direction);

const rules: Readonly<Record<string, Rule>> = {
  type: values('breaking'),
  enum: values('surprising'),
  const: values('surprising'),
  anyOf: values('surprising'),
  maximum: upper,
  maxLength: upper,
  maxItems: upper,
  minimum: lower,
  minLength: lower,
  minItems: lower,
  pattern: (_before, now, direction) => (direction === 'sent' && now !== undefined ? 'surprising' : 'harmless'),
  default: (_before, _now, direction) => (direction === 'sent' ? 'breaking' : 'harmless'),
  items: (before, now, direction) => ofSchema(before as Schema, now as Schema, direction),
  properties: (before, now, direction) => ofProperties((before ?? {}) as Schema, (now ?? {}) as Schema, direction),
  required: (before, now, direction) => {
    const [was, is] = direction === 'sent' ? [before, now] : [now, before];
    return lost(listOf(is), listOf(was)) ? 'breaking' : 'harmless';
  },
  sorted: (before, now) => {
    const keysOf = ({ names, orders }: Schema) => [...listOf(names), ...listOf(orders)];
    return lost(keysOf(before as Schema), keysOf(now as Schema)) ? 'breaking' : 'harmless';
  },
  alsoInQuery: harmless,
  known: harmless,
  'x-origin': harmless,
};

/** Compares upper bounds; a first bound of sent values may surprise. */
function ofBound(before: number, now: number, direction: Direction): Severity {
  const isNarrower = now < before;
  if (direction === 'answered') return isNarrower ? 'harmless' : 'breaking';
  if (!isNarrower) return 'harmless';
  return before === Infinity ? 'surprising' : 'breaking';
}

function ofProperties(before: Schema, now: Schema, direction: Direction): Severity {
  return worst(
    Object.entries(before).map(([name, was]) => {
      if (!(name in now)) return direction === 'sent' ? 'surprising' : 'breaking';
      return ofSchema(was as Schema, now[name] as Schema, direction);
    }),
  );
}

/** Any other keyword: sent values must not meet a new one, answers must not lose one. */
function ofConstraint(before: unknown, now: unknown, direction: Direction): Severity {
  return (direction === 'sent' ? now : before) === undefined ? 'harmless' : 'breaking';
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
}

/** Whether `now` lacks an entry of `before`. */
function lost(before: readonly unknown[], now: readonly unknown[]): boolean {
  return before.some((one) => !now.some((other) => isDeepStrictEqual(one, other)));
}
