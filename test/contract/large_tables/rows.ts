/** Ids of generated rows start after this one, which is above those of the demo data. */
export const BEFORE = 100_000;

/** Rows of a table: SQL of the columns, in which `n` counts the rows from 1. */
export interface Rows {
  /** Number of rows at the full scale, in thousands. */
  readonly thousands: number;
  readonly columns: Readonly<Record<string, string>>;
}

/** Users of the demo data that have many rows. */
export const ADMIN = 1;
export const STUDENT = 4;

/** Id of the row itself. */
export const id = `${BEFORE} + n`;
/** Times of the last two years, the newest first. */
export const past = `now() - n * interval '730 days' / :rows`;
/** Times of the next days; one row in ten has expired. */
export const soon = `now() + (n % 100 - 10) * interval '1 day'`;
export const digest = `rpad(md5(n::text), 43, 'x')`;

export const text = (value: string) => `'${value}'`;
/** Serial numbers of orders, trades and refunds. */
export const serial = (prefix: number) => `'${prefix}' || lpad(n::text, 18, '0')`;
/** Id of a row of another table, which has that many thousand rows. */
export const other = (thousands: number) => `${BEFORE} + n * 7919::bigint % (${thousands} * :size) + 1`;
/** A user: one row in five hundred belongs to the student of the demo data. */
export const owner = `case when n % 499 = 0 then ${STUDENT} else ${other(150)} end`;

/** Number from 0 to 99 by which most columns take one of several values; `other` ones have their own. */
const share = 'n * 31 % 100';

/** One of several values, each in its share of a hundred rows. @param by SQL of a number up to 100 */
export function oneOf(shares: Readonly<Record<string, number>>, by = share): string {
  let sum = 0;
  const cases = Object.entries(shares).map(([value, part]) => `when ${by} < ${(sum += part)} then ${value}`);
  return `case ${cases.slice(0, -1).join(' ')} else ${Object.keys(shares).at(-1)} end`;
}

/** Like `oneOf`, for texts. */
export function wordOf(shares: Readonly<Record<string, number>>, by = share): string {
  return oneOf(Object.fromEntries(Object.entries(shares).map(([word, part]) => [text(word), part])), by);
}
