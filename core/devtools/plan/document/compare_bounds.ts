import type { Comparison, Pair, Verdict } from './change.ts';
import { acceptsWords } from './compare_values.ts';
import type { Direction, Schema } from './schema.ts';
import type { Tree } from './tree.ts';

interface Bound {
  /** Whether the bound is the lowest or the highest value. */
  readonly side: 'lowest' | 'highest';
  /** Keyword for a bound that is itself not allowed: a number, or `true` beside the bound in OpenAPI 3.0. */
  readonly exclusive?: string;
  /**
   * Verdict on a bound of sent values that only the later document has. The server may have checked an undocumented
   * bound before.
   */
  readonly set: Verdict;
}

const bounds: Readonly<Record<string, Bound>> = {
  minimum: { side: 'lowest', exclusive: 'exclusiveMinimum', set: 'surprises' },
  minLength: { side: 'lowest', set: 'breaks' },
  minItems: { side: 'lowest', set: 'surprises' },
  minProperties: { side: 'lowest', set: 'surprises' },
  minContains: { side: 'lowest', set: 'breaks' },
  maximum: { side: 'highest', exclusive: 'exclusiveMaximum', set: 'surprises' },
  maxLength: { side: 'highest', set: 'surprises' },
  maxItems: { side: 'highest', set: 'surprises' },
  maxProperties: { side: 'highest', set: 'surprises' },
  maxContains: { side: 'highest', set: 'breaks' },
};

/** A bound of one version. */
interface Limit {
  readonly value: number;
  /** Whether the value itself is outside. */
  readonly isExclusive: boolean;
}

/** Compares the bounds of a value. Bounds of requests may become wider, and bounds of answers narrower. */
export function compareBounds(schema: Schema, at: Comparison): void {
  const { before, after, direction } = schema;
  for (const [word, bound] of Object.entries(bounds)) {
    const pair = { before: limitOf(before, word, bound), after: limitOf(after, word, bound) };
    const [was, is] = [wordsOf(pair.before, bound), wordsOf(pair.after, bound)];
    if (was === is) continue;
    const verdict = acceptsWords(schema) ? 'notes' : verdictOf(pair, bound, direction);
    at[verdict](`${word} was ${was} and is ${is}`);
  }
}

function verdictOf({ before, after }: Pair<Limit | undefined>, { side, set }: Bound, direction: Direction): Verdict {
  const isNarrower = after !== undefined && (before === undefined || isStricter(after, before, side));
  if (direction === 'answered') return isNarrower ? 'notes' : 'breaks';
  if (!isNarrower) return 'notes';
  return before === undefined ? set : 'breaks';
}

function isStricter(one: Limit, other: Limit, side: Bound['side']): boolean {
  if (one.value === other.value) return one.isExclusive && !other.isExclusive;
  return side === 'lowest' ? one.value > other.value : one.value < other.value;
}

/** The stricter of both keywords of a bound; undefined without one. A minimum length or number of 0 is no bound. */
function limitOf(schema: Tree, word: string, { side, exclusive }: Bound): Limit | undefined {
  const value = numberOf(schema[word]);
  if (exclusive === undefined)
    return value === undefined || (side === 'lowest' && value === 0) ? undefined : { value, isExclusive: false };
  const beyond = schema[exclusive] === true ? value : numberOf(schema[exclusive]);
  const limits = [
    ...(value === undefined ? [] : [{ value, isExclusive: false }]),
    ...(beyond === undefined ? [] : [{ value: beyond, isExclusive: true }]),
  ];
  return limits.sort((a, b) => (isStricter(a, b, side) ? -1 : 1))[0];
}

function wordsOf(limit: Limit | undefined, { side }: Bound): string {
  if (!limit) return 'not set';
  const comparison = side === 'lowest' ? 'more than ' : 'less than ';
  return `${limit.isExclusive ? comparison : ''}${limit.value}`;
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
