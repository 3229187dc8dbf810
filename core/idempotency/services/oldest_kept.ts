import type { Services } from 'lectern';

const DAY = 86_400_000;

/** Expiry limit: keys created at this time or earlier are invalid. */
export function oldestKept(clock: Services['clock']): Date {
  return new Date(clock.now().getTime() - DAY);
}
