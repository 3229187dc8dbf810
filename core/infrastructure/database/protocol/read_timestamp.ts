const DASH = 45;
const COLON = 58;
const DOT = 46;
const ZERO = 48;
/** Length of `2026-01-31 23:59:59`. Up to six digits of a second and the offset from UTC follow. */
const TO_THE_SECOND = 19;
const SIGNED_HOURS = 3;
const HOUR_MS = 3_600_000;

/**
 * Parses a timestamp in the default format of the server, without the regular expression of the driver.
 * @returns undefined for other formats: other styles, years before 100 or after 9999, offsets with minutes
 */
export function readTimestamp(text: string): Date | undefined {
  if (text.charCodeAt(4) !== DASH || text.charCodeAt(7) !== DASH) return undefined;
  if (text.charCodeAt(13) !== COLON || text.charCodeAt(16) !== COLON) return undefined;
  const end = text.length - SIGNED_HOURS;
  const sign = text[end];
  if (end < TO_THE_SECOND || (sign !== '+' && sign !== '-')) return undefined;
  const year = two(text, 0) * 100 + two(text, 2);
  // Date.UTC maps the years 0 to 99 to 1900 to 1999.
  if (!(year >= 100)) return undefined;
  const milliseconds = end === TO_THE_SECOND ? 0 : thousandths(text, end);
  const day = Date.UTC(year, two(text, 5) - 1, two(text, 8), two(text, 11), two(text, 14), two(text, 17), milliseconds);
  const offset = two(text, end + 1) * HOUR_MS;
  const moment = sign === '-' ? day + offset : day - offset;
  return Number.isNaN(moment) ? undefined : new Date(moment);
}

/** Truncates to milliseconds, as the driver does. */
function thousandths(text: string, end: number): number {
  if (text.charCodeAt(TO_THE_SECOND) !== DOT) return Number.NaN;
  let value = 0;
  for (let place = 0; place < 3; place++) {
    const at = TO_THE_SECOND + 1 + place;
    value = value * 10 + (at < end ? digit(text, at) : 0);
  }
  return value;
}

function two(text: string, at: number): number {
  return digit(text, at) * 10 + digit(text, at + 1);
}

function digit(text: string, at: number): number {
  const value = text.charCodeAt(at) - ZERO;
  return value >= 0 && value <= 9 ? value : Number.NaN;
}
