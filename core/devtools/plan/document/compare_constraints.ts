import type { Comparison, Pair, Verdict } from './change.ts';
import { changeOf } from './compare_values.ts';
import type { Direction, Schema } from './schema.ts';
import { textOf, type Tree } from './tree.ts';

/** Keywords that exclude values, each with the verdict on a change that is neither clearly stricter nor weaker. */
const constraints: Readonly<Record<string, Verdict>> = {
  additionalProperties: 'breaks',
  uniqueItems: 'breaks',
  multipleOf: 'breaks',
  dependentRequired: 'breaks',
  dependentSchemas: 'surprises',
  patternProperties: 'surprises',
  propertyNames: 'surprises',
  unevaluatedProperties: 'surprises',
  unevaluatedItems: 'surprises',
  contains: 'surprises',
  contentSchema: 'surprises',
  not: 'surprises',
  if: 'surprises',
  then: 'surprises',
  else: 'surprises',
};

/** Keywords of which every change breaks clients, also when the keyword is added or removed. */
const exclusive = ['contentMediaType', 'contentEncoding'];

/** Compares keywords that narrow the values of a schema: requests may lose such keywords, answers may gain them. */
export function compareConstraints({ before, after, direction }: Schema, at: Comparison): void {
  for (const [word, unclear] of Object.entries(constraints)) {
    const pair = { before: constraintOf(word, before), after: constraintOf(word, after) };
    if (textOf(pair.before) !== textOf(pair.after))
      at[verdictOf(pair, direction) ?? unclear](`${word} was ${textOf(before[word])} and is ${textOf(after[word])}`);
  }
  for (const word of exclusive) {
    const text = changeOf(word, { before, after });
    if (text !== undefined) at.breaks(text);
  }
}

/**
 * Value of a keyword; undefined for a value that allows everything, and for a schema that `compareElements` compares.
 */
function constraintOf(word: string, { [word]: value }: Tree): unknown {
  if (word === 'additionalProperties') return value === false ? value : undefined;
  if (word === 'uniqueItems') return value === true ? value : undefined;
  return value === true ? undefined : value;
}

/**
 * Verdict on a constraint that is new, gone, or a multiple or divisor of the former one; undefined for other changes.
 */
function verdictOf({ before, after }: Pair<unknown>, direction: Direction): Verdict | undefined {
  const isSent = direction === 'sent';
  if (before === undefined || isMultiple(after, before)) return isSent ? 'breaks' : 'notes';
  if (after === undefined || isMultiple(before, after)) return isSent ? 'notes' : 'breaks';
  return undefined;
}

function isMultiple(one: unknown, other: unknown): boolean {
  const times = Number(one) / Number(other);
  return Math.abs(times - Math.round(times)) < 1e-9;
}
