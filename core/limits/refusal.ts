import { standardFailures, type Failure, type FailureKind } from 'lectern';
import type { Standing } from './counter.ts';

/**
 * The failure of a refused standing, with headers for the time to retry.
 * @param name name of the counter, as the headers show it
 * @example
 * const standing = await this.#perNumber.take(mobile);
 * if (!standing.allowed) throw refusal('sms_number', standing, failures.tooManyCodes);
 */
export function refusal(
  name: string,
  { remaining, retryAfter, rule }: Standing,
  kind: FailureKind = standardFailures.tooManyRequests,
): Failure {
  return kind({
    headers: {
      'Retry-After': String(retryAfter),
      RateLimit: `"${name}";r=${remaining};t=${retryAfter}`,
      'RateLimit-Policy': `"${name}";q=${rule.points};w=${rule.seconds}`,
    },
  });
}
