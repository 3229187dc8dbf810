/** Context in which values are written: settings of the installation, and the added fields of the answer. */
export interface WriteContext {
  readonly writeDateTime: (instant: Date) => string;
  /** Address of this installation without a trailing slash, for absolute URLs. */
  readonly publicUrl: () => string;
  /** Values of added fields in wire format, by the declaration of the fields and then by object. */
  readonly added?: AddedValues | undefined;
}

export type AddedValues = ReadonlyMap<object, ReadonlyMap<object, object>>;

/**
 * An integer of any size. The database driver returns a column of type `bigint` as digits; code may use a number or a
 * bigint. Pass the value on unchanged, because `Number(value)` is exact only below 2^53.
 */
export type WholeNumber = string | number | bigint;

// Writers throw on values of another type instead of converting them: such a value is a defect of the service.

/** Creates the error for a value of a wrong type. Its message does not contain the value, which may be a secret. */
export function wrong(value: unknown, expected: string): TypeError {
  const given = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  return new TypeError(`expected ${expected}, got ${given}`);
}

export function writeText(value: unknown): string {
  if (typeof value !== 'string') throw wrong(value, 'text');
  return value;
}

export function writeBool(value: unknown): boolean {
  if (typeof value !== 'boolean') throw wrong(value, 'true or false');
  return value;
}

/** Digits of a whole number. Rejects JavaScript numbers beyond 2^53, which may have lost digits already. */
export function writeDigits(value: WholeNumber): string {
  if (typeof value === 'number' ? Number.isSafeInteger(value) : typeof value === 'bigint') return String(value);
  if (typeof value === 'string' && /^(0|-?[1-9][0-9]*)$/.test(value)) return value;
  throw wrong(value, 'a whole number');
}

export function writeInteger(value: WholeNumber): number {
  const number = Number(writeDigits(value));
  if (!Number.isSafeInteger(number)) throw wrong(value, 'an integer below 2^53 (declare larger ones as intString)');
  return number;
}

/** Writes hundredths as a decimal number: "9.90" for 990. */
export function writeMoney(value: WholeNumber): string {
  return decimalOf(writeDigits(value), 2);
}

/** Writes the text of a NUMERIC, rounded half away from zero, or a number between -1e15 and 1e15, by `toFixed`. */
export function writeDecimal(value: string | number, places: number): string {
  if (typeof value === 'number' && Math.abs(value) < 1e15) return value.toFixed(places).replace(/^-(?=[0.]+$)/, '');
  const [, sign = '', whole, rest = ''] = /^(-?)([0-9]+)(?:\.([0-9]+))?$/.exec(writeText(value)) ?? [];
  if (whole === undefined) throw wrong(value, 'a number');
  const roundsUp = (rest[places] ?? '0') >= '5' ? 1n : 0n;
  const units = BigInt(whole + rest.slice(0, places).padEnd(places, '0')) + roundsUp;
  return decimalOf(units === 0n ? '0' : sign + String(units), places);
}

/** Writes a day. A Date is rejected: its day depends on the time zone. */
export function writeDate(value: string): string {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)) return value;
  throw wrong(value, 'a date as text, such as 2026-11-24');
}

/** Writes an instant in the zone of the installation. */
export function writeInstant(instant: Date, { writeDateTime }: WriteContext): string {
  return writeDateTime(validDate(instant));
}

export function writeTimestamp(instant: Date): number {
  return Math.floor(validDate(instant).getTime() / 1000);
}

function validDate(value: Date): Date {
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value;
  throw wrong(value, 'a valid Date');
}

/** Completes a path that begins with `/` with the public address of this installation; other texts stay. */
export function writeUrl(path: string, { publicUrl }: WriteContext): string {
  return writeText(path).startsWith('/') ? publicUrl() + path : path;
}

const pathInHtml = /(\s(?:src|href|poster)\s*=\s*["']?)(?=\/(?!\/))/gi;

/** Completes paths that begin with a single `/` in `src`, `href` and `poster` with the address of this installation. */
export function writeHtml(html: string, { publicUrl }: WriteContext): string {
  return completeHtml(writeText(html), publicUrl());
}

/** Puts an address before each path that begins with a single `/` in `src`, `href` and `poster`. */
export function completeHtml(html: string, base: string): string {
  // Texts without attributes are frequent, and the search for one character takes a twentieth of the time.
  return html.includes('=') ? html.replaceAll(pathInHtml, (start) => start + base) : html;
}

/** Writes a whole number of units of the last decimal as a decimal number: "9.90" for 990 and two places. */
function decimalOf(units: string, places: number): string {
  const sign = units.startsWith('-') ? '-' : '';
  const padded = units.slice(sign.length).padStart(places + 1, '0');
  return places === 0 ? units : `${sign}${padded.slice(0, -places)}.${padded.slice(-places)}`;
}
