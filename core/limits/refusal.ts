import { standardFailures, type Failure, type FailureKind } from 'lectern';
import type { Standing } from './counter.ts';

/**
 * Failure for a refused key, with the headers `Retry-After`, `RateLimit` and `RateLimit-Policy`.
 * @param name name of the counter in the headers
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
