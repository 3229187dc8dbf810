import { standardFailures, type Failure, type FailureKind } from 'lectern';
import type { Standing } from './counter.ts';

/**
 * Failure for a refused key, with the headers `Retry-After`, `RateLimit` and `RateLimit-Policy`. The word "later" in its
 * message is replaced by the wait, such as "in 5 minutes".
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
    message: kind.message.replace('later', `in ${waitOf(retryAfter)}`),
    headers: {
      'Retry-After': String(retryAfter),
      RateLimit: `"${name}";r=${remaining};t=${retryAfter}`,
      'RateLimit-Policy': `"${name}";q=${rule.points};w=${rule.seconds}`,
    },
  });
}

function waitOf(seconds: number): string {
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
