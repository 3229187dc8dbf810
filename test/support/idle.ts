import { keepSpareFor } from '../../core/database/embedded/spare_cluster.ts';

/** What costs a start and is handed on from test file to test file: a platform, a fleet, a database. */
interface Idle {
  readonly key: string;
  readonly value: unknown;
  readonly end: () => Promise<unknown>;
}

/** Longer than any file takes; mocha ends its parallel workers, whatever they hold open. */
const KEPT_IN_WORKER_MS = 600_000;
if (process.env['MOCHA_WORKER_ID'] !== undefined) keepSpareFor(KEPT_IN_WORKER_MS);

/** An embedded database takes 300 MB. */
const MOST_IDLE = 1;
const idle: Idle[] = [];

/** Takes over what an earlier test file has left under that key. */
export function takeIdle<T>(key: string): T | undefined {
  const found = idle.findIndex((one) => one.key === key);
  const [taken] = found < 0 ? [] : idle.splice(found, 1);
  return taken?.value as T | undefined;
}

/** Leaves something to later test files; what was left before it is ended. */
export async function leaveIdle(key: string, value: object, end: () => Promise<unknown>): Promise<void> {
  idle.push({ key, value, end });
  if (idle.length > MOST_IDLE) await idle.shift()?.end();
}

/** Ends what no test file has taken over. */
export async function endIdle(): Promise<void> {
  for (const { end } of idle.splice(0)) await end();
}
