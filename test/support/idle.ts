import { keepSpareFor } from '../../core/database/embedded/spare_cluster.ts';

/** A platform or database that test files share, because its start is slow. */
interface Idle {
  readonly key: string;
  readonly value: unknown;
  readonly end: () => Promise<unknown>;
}

/** In parallel workers longer than any file takes; mocha ends these, whatever they hold open. */
export const KEPT_MS = process.env['MOCHA_WORKER_ID'] === undefined ? 500 : 600_000;
/** Long enough for the next test of a file. Later files rarely need empty clusters, which take 60 MB each. */
export const EMPTY_KEPT_MS = 2_000;
keepSpareFor(KEPT_MS, EMPTY_KEPT_MS);

/** Maximum number of idle objects, because an embedded database takes 300 MB. */
const MAX_IDLE = 1;
const idle: Idle[] = [];

/** Returns the idle object of an earlier test file with a key, otherwise undefined. */
export function takeIdle<T>(key: string): T | undefined {
  const found = idle.findIndex((one) => one.key === key);
  const [taken] = found < 0 ? [] : idle.splice(found, 1);
  return taken?.value as T | undefined;
}

/** Stores an object for later test files, and ends the objects above the maximum. */
export async function leaveIdle(key: string, value: object, end: () => Promise<unknown>): Promise<void> {
  idle.push({ key, value, end });
  if (idle.length > MAX_IDLE) await idle.shift()?.end();
}

/** Ends all idle objects. */
export async function endIdle(): Promise<void> {
  for (const { end } of idle.splice(0)) await end();
}
