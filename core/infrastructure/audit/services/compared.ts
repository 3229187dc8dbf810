import { isTree } from '../../../hosting/internals.ts';

const MAX_TEXT_LENGTH = 500;
const MAX_ITEMS = 50;
const FIELD_NAME = /^\w{1,64}$/;
/** Text that stands for a secret in `before` and `after`. */
const REDACTED = '[redacted]';
/** Fields that an update sets even if all other fields stay unchanged. */
const TIMES_OF_UPDATE: readonly string[] = ['updatedTime'];

/** An object before and after a change. */
export interface Compared {
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * Returns only the fields that differ if both values are objects, otherwise the whole values. Cuts texts after 500
 * characters and lists after 50 items.
 */
export function compared({ before, after }: Compared): Compared {
  if (!isTree(before) || !isTree(after)) return { before: shortened(before), after: shortened(after) };
  const differing = differingNames(before, after);
  const only = (from: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(differing.map((name) => [name, shortened(from[name] ?? null)]));
  return { before: only(before), after: only(after) };
}

/**
 * Whether an update changed nothing: the answers before and after differ at most in the time of the update, and each
 * given value equals the value before. A given field that the answer omits, redacts or shows in an unknown form counts
 * as changed.
 */
export function isUnchanged(input: unknown, { before, after }: Compared): boolean {
  if (!isTree(before) || !isTree(after) || !isTree(input)) return false;
  // Some operations accept any field, so a name may be one that every object inherits, such as "constructor".
  const shownIn = (name: string) => (Object.hasOwn(before, name) ? before[name] : undefined);
  const isGivenAnew = ([name, given]: [string, unknown]) => given !== undefined && !isShownAs(given, shownIn(name));
  // Looks at the input first: most updates change a given field, and then need no comparison of all fields.
  if (Object.entries(input).some(isGivenAnew)) return false;
  return differingNames(before, after).every((name) => TIMES_OF_UPDATE.includes(name));
}

/** Whether an answer shows a given value. Answers may show numbers and flags as text, and amounts with two places. */
function isShownAs(given: unknown, shown: unknown): boolean {
  if (shown === undefined) return false;
  const text = JSON.stringify(shown);
  if (text.includes(REDACTED)) return false;
  if (given instanceof Date) return typeof shown === 'string' && Date.parse(shown) === given.getTime();
  return formsOf(given).some((form) => JSON.stringify(form) === text);
}

function formsOf(given: unknown): readonly unknown[] {
  if (typeof given === 'boolean') return [given, String(given), String(Number(given))];
  if (typeof given === 'number') return [given, String(given), (given / 100).toFixed(2)];
  return [given];
}

function differingNames(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): string[] {
  const names = Object.keys({ ...before, ...after });
  return names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}

/**
 * Returns the names of the given fields of an input, at most 50. Leaves out names that are not 1 to 64 letters, digits
 * and underscores: operations that accept any field could otherwise fill the log.
 */
export function namesIn(input: unknown): string[] {
  if (!isTree(input)) return [];
  return Object.keys(input)
    .filter((name) => input[name] !== undefined && FIELD_NAME.test(name))
    .slice(0, MAX_ITEMS);
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string' && value.length > MAX_TEXT_LENGTH) {
    return `${value.slice(0, MAX_TEXT_LENGTH).toWellFormed()}... (${value.length} characters)`;
  }
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map(shortened);
  if (!isTree(value)) return value ?? null;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shortened(one)]));
}
