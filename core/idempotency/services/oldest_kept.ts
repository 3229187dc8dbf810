import type { Services } from 'lectern';

const DAY = 86_400_000;

/** Time of expiry: keys made then or before are invalid. */
export function oldestKept(clock: Services['clock']): Date {
  return new Date(clock.now().getTime() - DAY);
}
