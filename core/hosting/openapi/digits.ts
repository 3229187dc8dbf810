/**
 * Pattern that matches the digits of every integer within bounds, for the OpenAPI document.
 * @returns undefined unless the bounds include 1. JSON Schema cannot compare digits as numbers, and a higher minimum
 * would need as many alternatives as the maximum.
 */
export function digitsWithin([minimum, maximum]: readonly [number, number]): string | undefined {
  if (minimum > 1 || maximum < 1) return undefined;
  const zero = minimum <= 0 ? ['0'] : [];
  const negative = minimum < 0 ? [`-(${upTo(String(-minimum)).join('|')})`] : [];
  return `^(${[...negative, ...zero, ...upTo(String(maximum))].join('|')})$`;
}

/**
 * Pattern that matches decimal texts within bounds, for the OpenAPI document. The pattern may be narrower than the
 * bounds: it rounds the maximum down, and has negative numbers only from -maximum, if the minimum allows -maximum.
 * @returns undefined unless the bounds include 0
 */
export function decimalsWithin([minimum, maximum, places]: readonly [number, number, number]): string | undefined {
  if (minimum > 0 || maximum < 0) return undefined;
  const whole = Math.floor(maximum);
  const smaller = [...(whole > 0 ? ['0'] : []), ...(whole > 1 ? upTo(String(whole - 1)) : [])];
  const sign = -minimum >= maximum ? '-?' : '';
  const below = smaller.length > 0 ? [`(${smaller.join('|')})(\\.[0-9]{1,${places}})?`] : [];
  return `^${sign}(${[...below, `${whole}(\\.0{1,${places}})?`].join('|')})$`;
}

/** Alternatives for 1 to `maximum`: numbers with fewer digits, then, by position, numbers with a smaller digit there. */
function upTo(maximum: string): string[] {
  const last = maximum.length - 1;
  const fewer = last > 0 ? [`[1-9]${anyDigits(last - 1, 0)}`] : [];
  const smaller = Array.from(maximum, Number).flatMap((digit, index) => {
    const lowest = index === 0 ? 1 : 0;
    const highest = digit - (index === last ? 0 : 1);
    if (highest < lowest) return [];
    return [`${maximum.slice(0, index)}${oneOf(lowest, highest)}${anyDigits(last - index)}`];
  });
  return [...fewer, ...smaller];
}

function oneOf(lowest: number, highest: number): string {
  return lowest === highest ? String(lowest) : `[${lowest}-${highest}]`;
}

function anyDigits(most: number, least = most): string {
  if (most === 0) return '';
  return most === 1 && least === 1 ? '[0-9]' : least === most ? `[0-9]{${most}}` : `[0-9]{${least},${most}}`;
}
