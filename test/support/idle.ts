import { keepSpareFor } from '../../core/testing/spare_cluster.ts';
import './empty_spares.ts';

/** A platform or database that test files share, because its start is slow. */
interface Idle {
  readonly key: string;
  readonly value: unknown;
  readonly end: () => Promise<unknown>;
}

/**
 * Milliseconds for which an unused database stays open for the next test file. In parallel workers, longer than any
 * test file takes: mocha ends the workers, whatever they hold open.
 */
export const KEPT_MS = process.env['MOCHA_WORKER_ID'] === undefined ? 500 : 600_000;
keepSpareFor(KEPT_MS);

/** Maximum number of idle objects, because an embedded database takes 300 MB. */
const MAX_IDLE = 1;
const idle: Idle[] = [];
/** The last keys that test files requested, newest first. */
const asked: string[] = [];
const MAX_ASKED = 4;

/** Returns the idle object of an earlier test file with a key, otherwise undefined. */
export function takeIdle<T>(key: string): T | undefined {
  asked.unshift(key);
  asked.splice(MAX_ASKED);
  const found = idle.findIndex((one) => one.key === key);
  const [taken] = found < 0 ? [] : idle.splice(found, 1);
  return taken?.value as T | undefined;
}

/**
 * Stores an object for later test files. Above the maximum, ends the object whose key was requested least often lately.
 * So a platform with a special configuration does not displace the platform that nearly all files share.
 */
export async function leaveIdle(key: string, value: object, end: () => Promise<unknown>): Promise<void> {
  idle.unshift({ key, value, end });
  const asks = ({ key: of }: Idle) => asked.filter((one) => one === of).length;
  idle.sort((a, b) => asks(b) - asks(a));
  if (idle.length > MAX_IDLE) await idle.pop()?.end();
}

/** Ends all idle objects. */
export async function endIdle(): Promise<void> {
  for (const { end } of idle.splice(0)) await end();
}
