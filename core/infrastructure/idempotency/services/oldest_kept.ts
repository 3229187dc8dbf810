import type { Services } from 'lectern';

const DAY_MS = 86_400_000;

/** Returns the limit of expiry: idempotency keys created at this time or earlier are invalid. */
export function oldestKept(clock: Services['clock']): Date {
  return new Date(clock.now().getTime() - DAY_MS);
}
