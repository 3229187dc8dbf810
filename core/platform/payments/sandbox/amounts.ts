/** Returns an amount in yuan with two decimal places, the format of payment platforms. */
export function inYuan(minor: number): string {
  return (minor / 100).toFixed(2);
}

/**
 * Returns the hundredths of an amount in yuan. Returns undefined unless the amount is above zero with at most two
 * decimal places.
 */
export function inMinor(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+(\.\d{1,2})?$/.test(text) && Number(text) > 0
    ? Math.round(Number(text) * 100)
    : undefined;
}

/** Returns a time in the time zone of China, as `yyyy-MM-dd HH:mm:ss`. */
export function timeInChina(moment: Date): string {
  return moment.toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' });
}
