import { whileUsing } from '../hosting/internals.ts';
import type { Services } from 'lectern';

/**
 * Constructs a service whose fields take the given services, without a kernel.
 *
 * @example
 * const levels = construct(Levels, { clock: new TestClock() });
 */
export function construct<T>(target: new () => T, services: object): T {
  return whileUsing(services as Services, () => new target());
}
