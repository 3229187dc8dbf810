const MAX_TEXT_LENGTH = 500;
const MAX_ITEMS = 50;
const FIELD_NAME = /^\w{1,64}$/;

/** An object before and after a change. */
export interface Compared {
  readonly before: unknown;
  readonly after: unknown;
}

/** Keeps the fields that differ, if there are two objects. Shortens long texts and lists. */
export function compared({ before, after }: Compared): Compared {
  if (!isObject(before) || !isObject(after)) return { before: shortened(before), after: shortened(after) };
  const names = Object.keys({ ...before, ...after });
  const differing = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const only = (from: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(differing.map((name) => [name, shortened(from[name] ?? null)]));
  return { before: only(before), after: only(after) };
}

/** Names of the fields of an input; unusual names, which no operation declares, are left out. */
export function namesIn(input: unknown): string[] {
  if (!isObject(input)) return [];
  return Object.keys(input)
    .filter((name) => input[name] !== undefined && FIELD_NAME.test(name))
    .slice(0, MAX_ITEMS);
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string' && value.length > MAX_TEXT_LENGTH) {
    return `${value.slice(0, MAX_TEXT_LENGTH).toWellFormed()}... (${value.length} characters)`;
  }
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map(shortened);
  if (!isObject(value)) return value ?? null;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shortened(one)]));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
