import type { Comparison, Pair } from './change.ts';
import type { Tree } from './tree.ts';

const lowest = ['minimum', 'minLength', 'minItems'];
const highest = ['maximum', 'maxLength', 'maxItems'];

/** Compares the bounds of a value. Only bounds of sent values can break clients: answers may become stricter. */
export function compareBounds(
  { before, after, direction }: Pair<Tree> & { direction: 'sent' | 'answered' },
  at: Comparison,
): void {
  for (const word of [...lowest, ...highest]) {
    const [was, is] = [before[word], after[word]] as (number | undefined)[];
    if (was === is) continue;
    const message = `${word} was ${was ?? 'not set'} and is ${is ?? 'not set'}`;
    if (direction === 'sent' && isNarrower(word, was, is)) at.breaks(message);
    else at.notes(message);
  }
  for (const word of ['pattern', 'format'])
    comparePattern(word, { before: before[word], after: after[word] }, { direction, at });
}

function isNarrower(word: string, was: number | undefined, is: number | undefined): boolean {
  if (is === undefined) return false;
  if (was === undefined) return true;
  return lowest.includes(word) ? is > was : is < was;
}

/**
 * Compares `pattern` or `format`. The strictness of two patterns cannot be compared. Each change therefore breaks
 * clients, except a pattern removed from sent values or added to answers.
 */
function comparePattern(
  word: string,
  { before, after }: Pair<unknown>,
  { direction, at }: { direction: 'sent' | 'answered'; at: Comparison },
): void {
  if (before === after) return;
  const message = `the ${word} was ${words(before)} and is ${words(after)}`;
  const matters = direction === 'sent' ? after !== undefined : before !== undefined;
  if (matters) at.breaks(message);
  else at.notes(message);
}

function words(value: unknown): string {
  return typeof value === 'string' ? value : 'not set';
}
