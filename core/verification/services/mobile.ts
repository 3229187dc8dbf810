/** Pattern of accepted mobile numbers: `138 0000 0001`, `+86-13800000001`, `0086 138-0000-0001`. */
export const mobilePattern = '^[ -]*((\\+|0[ -]*0)[ -]*8[ -]*6[ -]*)?1([ -]*[0-9]){10}[ -]*$';

/**
 * Returns the eleven digits of a mobile number.
 * @param written number that matches `mobilePattern`
 */
export function mobileOf(written: string): string {
  return written.replaceAll(/[^0-9]/g, '').slice(-11);
}

/** Masks a number as `138****0001`, for logs. */
export function masked(mobile: string): string {
  return `${mobile.slice(0, 3)}****${mobile.slice(-4)}`;
}
