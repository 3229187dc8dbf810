/** What writing a value may depend on; known once the server listens. */
export interface WriteContext {
  readonly writeDateTime: (instant: Date) => string;
  /** Address of this installation without a trailing slash, for absolute URLs. */
  readonly publicUrl: () => string;
}

/** An integer of any size as the database driver or the code gives it. */
export type WholeNumber = string | number | bigint;

// What leaves the system has the declared type or does not leave: a value of another type is a defect of the service,
// so everything here throws instead of making the best of it.

/** The error for the log; it does not repeat the value, which may be a secret. */
export function wrong(value: unknown, expected: string): TypeError {
  const given = value === null ? 'null' : Array.isArray(value) ? 'an array' : `a ${typeof value}`;
  return new TypeError(`${expected} was expected, and ${given} was given that is none`);
}

export function writeText(value: unknown): string {
  if (typeof value !== 'string') throw wrong(value, 'text');
  return value;
}

export function writeBool(value: unknown): boolean {
  if (typeof value !== 'boolean') throw wrong(value, 'true or false');
  return value;
}

/** Digits of a whole number. A JavaScript number beyond 2^53 is refused: it has lost digits already. */
export function writeDigits(value: WholeNumber): string {
  if (typeof value === 'number' ? Number.isSafeInteger(value) : typeof value === 'bigint') return String(value);
  if (typeof value === 'string' && /^(0|-?[1-9][0-9]*)$/.test(value)) return value;
  throw wrong(value, 'a whole number');
}

export function writeInteger(value: WholeNumber): number {
  const number = Number(writeDigits(value));
  if (!Number.isSafeInteger(number)) throw wrong(value, 'a number that JSON can hold (declare it as intString)');
  return number;
}

/** "9.90" for 990. */
export function writeMoney(value: WholeNumber): string {
  return decimalOfMinor(writeDigits(value));
}

/** A NUMERIC stays text all the way, half a hundredth is rounded away from zero: a float would lose digits. */
export function writeDecimal(value: string | number): string {
  if (typeof value === 'number' && Math.abs(value) < 1e15) return value.toFixed(2).replace(/^-(?=[0.]+$)/, '');
  const [, sign = '', whole, places = ''] = /^(-?)([0-9]+)(?:\.([0-9]+))?$/.exec(writeText(value)) ?? [];
  if (whole === undefined) throw wrong(value, 'a number');
  const roundsUp = (places[2] ?? '0') >= '5' ? 1n : 0n;
  const minor = BigInt(whole + places.slice(0, 2).padEnd(2, '0')) + roundsUp;
  return decimalOfMinor(minor === 0n ? '0' : sign + String(minor));
}

export function writeTimestamp(instant: Date): number {
  const seconds = Math.floor(instant.getTime() / 1000);
  if (Number.isNaN(seconds)) throw wrong(instant, 'a valid date');
  return seconds;
}

/** A path is completed with the public address of this installation; "" stays "". */
export function writeUrl(path: string, { publicUrl }: WriteContext): string {
  return writeText(path).startsWith('/') ? publicUrl() + path : path;
}

const pathInHtml = /(\s(?:src|href|poster)\s*=\s*["']?)(?=\/(?!\/))/gi;

/** The paths in HTML are completed like URLs. */
export function writeHtml(html: string, { publicUrl }: WriteContext): string {
  return writeText(html).replaceAll(pathInHtml, (start) => start + publicUrl());
}

function decimalOfMinor(minor: string): string {
  const sign = minor.startsWith('-') ? '-' : '';
  const padded = minor.slice(sign.length).padStart(3, '0');
  return `${sign}${padded.slice(0, -2)}.${padded.slice(-2)}`;
}
