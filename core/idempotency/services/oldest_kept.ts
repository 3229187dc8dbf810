import type { Services } from 'lectern';

const DAY = 86_400_000;

/** Keys made then or before no longer count. */
export function oldestKept(clock: Services['clock']): Date {
  return new Date(clock.now().getTime() - DAY);
}
