import { input, paging, standardFailures, type Failure } from 'lectern';

/** Type of a column in a list order. The type determines which texts a cursor may contain for the column. */
export type OrderType = 'integer' | 'decimal' | 'text' | 'time';

/** Values of one row in the columns of a list order, as text; times in UTC. */
export type Position = readonly (string | null)[];

/** Longest accepted cursor, in characters. */
const MAX_CURSOR = 4_000;
const MAX_INTEGER = 2n ** 63n;

/** Input of lists with keyset paging: `offset`, `limit` and `after`. */
export const keysetPaging = {
  ...paging,
  after: input.optional({
    ...input.text({
      minLength: 0,
      maxLength: MAX_CURSOR,
      pattern: '^[A-Za-z0-9_-]*$',
      expected: 'empty, or the cursor of the previous page',
      description: 'Pages by cursor, without a total: empty for the first page, then `next` of the previous page.',
    }),
    examples: [''],
  }),
};

/** Position of a page. `after` is the cursor of the previous page, or "" for the first; undefined for an offset. */
export interface PagePlace {
  readonly offset: number;
  readonly limit: number;
  readonly after?: string | undefined;
}

/** Rejects a cursor together with an offset other than 0. @param name field of the offset @throws invalidParameter */
export function refuseOffset(after: string | undefined, name: string, offset = 0): void {
  if (after === undefined || offset === 0) return;
  const details = [
    { field: 'after', message: `must not be combined with ${name}` },
    { field: name, message: 'must be left out with after' },
  ];
  throw standardFailures.invalidParameter({ message: `Send either after or ${name}, not both.`, details });
}

/** Returns the failure for a damaged cursor, or for a cursor of another list or order. */
export function wrongCursor(): Failure {
  const message = 'must be a cursor of this list in this order; begin with an empty one (after=)';
  return standardFailures.invalidParameter.about('after', message);
}

export function encodeCursor(values: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

/** Returns the unchecked values of a cursor; an empty list for a damaged cursor. */
export function decodeCursor(cursor: string): readonly unknown[] {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(values) ? values : [];
  } catch {
    return [];
  }
}

/** Whether a value in a cursor is valid for a column, so that PostgreSQL accepts the value. */
export function isValueOf(
  { type, nullable = false }: { type: OrderType; nullable?: boolean },
  value: unknown,
): boolean {
  return value === null ? nullable : typeof value === 'string' && checks[type](value);
}

const checks: Readonly<Record<OrderType, (text: string) => boolean>> = {
  integer: (text) => /^-?[0-9]{1,19}$/.test(text) && isInteger(BigInt(text)),
  decimal: (text) => /^-?[0-9]{1,20}(\.[0-9]{1,20})?$/.test(text),
  text: (text) => text.isWellFormed() && !text.includes('\0'),
  time: (text) => text === 'infinity' || text === '-infinity' || isTime(text),
};

function isInteger(value: bigint): boolean {
  return value >= -MAX_INTEGER && value < MAX_INTEGER;
}

/**
 * Whether a text like `2026-01-31T23:59:59.123456` is an existing time. JavaScript moves 31 February to March, so the
 * parsed time is compared with the text.
 */
function isTime(text: string): boolean {
  const [, second] = /^([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2})(?:\.[0-9]{1,6})?$/.exec(text) ?? [];
  if (second === undefined || second < '0001') return false;
  const time = new Date(`${second}Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(second);
}
