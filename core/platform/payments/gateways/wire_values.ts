const CHINA_OFFSET_MS = 8 * 3_600_000;

/** Returns an amount in yuan: `9.90` for 990 hundredths. */
export function yuan(amount: number): string {
  const digits = String(amount).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Returns the hundredths of an amount in yuan with at most two places; undefined for anything else. */
export function minorUnits(text: unknown): number | undefined {
  const [, whole, places = ''] = /^(0|[1-9][0-9]{0,11})(?:\.([0-9]{1,2}))?$/.exec(String(text)) ?? [];
  return whole === undefined ? undefined : Number(whole + places.padEnd(2, '0'));
}

/** Returns a time in the time zone of China, which all payment platforms use. */
export function chinaTime(moment: Date): { readonly plain: string; readonly digits: string; readonly rfc3339: string } {
  const text = new Date(moment.getTime() + CHINA_OFFSET_MS).toISOString().slice(0, 19);
  return { plain: text.replace('T', ' '), digits: text.replaceAll(/\D/g, ''), rfc3339: `${text}+08:00` };
}

/** Shortens a title to the length `most`, and replaces control characters. Returns `-` for an empty title. */
export function titleWithin(title: string, most: number, lengthOf = (text: string) => text.length): string {
  const clean = title
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim();
  let kept = '';
  for (const character of clean) {
    if (lengthOf(kept + character) > most) break;
    kept += character;
  }
  return kept === '' ? '-' : kept;
}

/** Whether a value is a non-empty text. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** Returns an error code of a payment platform. Replaces other text, which may repeat data of the request. */
export function codeIn(value: unknown): string {
  return typeof value === 'string' && /^[\w.-]{1,64}$/.test(value) ? value : 'unknown';
}
