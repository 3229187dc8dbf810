/** Accepted notations of a number: `138 0000 0001`, `+86-13800000001`, `0086 138-0000-0001`. */
export const mobilePattern = '^[ -]*((\\+|0[ -]*0)[ -]*8[ -]*6[ -]*)?1([ -]*[0-9]){10}[ -]*$';

/**
 * Eleven digits of a number.
 * @param written number in any notation of `mobilePattern`
 */
export function mobileOf(written: string): string {
  return written.replaceAll(/[^0-9]/g, '').slice(-11);
}

/** Masks a number as `138****0001`, for logs. */
export function masked(mobile: string): string {
  return `${mobile.slice(0, 3)}****${mobile.slice(-4)}`;
}
