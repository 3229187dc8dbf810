import type { Comparison, Pair, Verdict } from './change.ts';
import { acceptsWords } from './compare_values.ts';
import type { Direction, Schema } from './schema.ts';

interface Bound {
  /** Whether values have to be above the bound, or below it. */
  readonly side: 'lowest' | 'highest';
  /** Verdict on a bound that sent values did not have. A description may only state what the server has always checked. */
  readonly set: Verdict;
}

const bounds: Readonly<Record<string, Bound>> = {
  minimum: { side: 'lowest', set: 'surprises' },
  exclusiveMinimum: { side: 'lowest', set: 'surprises' },
  minLength: { side: 'lowest', set: 'breaks' },
  minItems: { side: 'lowest', set: 'surprises' },
  minProperties: { side: 'lowest', set: 'surprises' },
  maximum: { side: 'highest', set: 'surprises' },
  exclusiveMaximum: { side: 'highest', set: 'surprises' },
  maxLength: { side: 'highest', set: 'surprises' },
  maxItems: { side: 'highest', set: 'surprises' },
  maxProperties: { side: 'highest', set: 'surprises' },
};

/** Compares the bounds of a value: those of sent values may become wider, those of answers narrower. */
export function compareBounds(schema: Schema, at: Comparison): void {
  const { before, after, direction } = schema;
  for (const [word, bound] of Object.entries(bounds)) {
    const pair = { before: numberOf(before[word]), after: numberOf(after[word]) };
    if (pair.before === pair.after) continue;
    const verdict = acceptsWords(schema) ? 'notes' : verdictOf(pair, bound, direction);
    at[verdict](`${word} was ${pair.before ?? 'not set'} and is ${pair.after ?? 'not set'}`);
  }
}

function verdictOf({ before, after }: Pair<number | undefined>, { side, set }: Bound, direction: Direction): Verdict {
  const isNarrower =
    after !== undefined && (before === undefined || (side === 'lowest' ? after > before : after < before));
  if (direction === 'answered') return isNarrower ? 'notes' : 'breaks';
  if (!isNarrower) return 'notes';
  return before === undefined ? set : 'breaks';
}

/** `exclusiveMinimum` of OpenAPI 3.0 is a boolean, which is no bound. */
function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
