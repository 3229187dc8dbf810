import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import type { Failure } from '../../kernel/declare/failure.ts';
import { standardFailures } from '../../kernel/declare/standard_failures.ts';

// What an installation asks of itself, and what its own network asks of it.
const near = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat']);
const forwarding = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/**
 * Who may read `/metrics`: who has the token, or, where there is none, who asks from a private network and not by way of a
 * proxy, which may ask for anybody.
 * @returns what to throw at somebody else
 */
export function metricsAccess(token: string | undefined): (request: IncomingMessage) => Failure | undefined {
  if (token === undefined) return (request) => (isNear(request) ? undefined : refusal());
  const expected = digestOf(`Bearer ${token}`);
  return ({ headers }) => {
    if (timingSafeEqual(digestOf(headers.authorization ?? ''), expected)) return undefined;
    const challenge = { 'WWW-Authenticate': 'Bearer realm="metrics"' };
    return standardFailures.loginRequired({
      message: 'Send the token of metrics.token as Bearer.',
      headers: challenge,
    });
  };
}

function refusal(): Failure {
  const message =
    'Without a token, metrics are only for the private network, asked directly; set metrics.token (METRICS_TOKEN).';
  return standardFailures.addressNotAllowed({ message });
}

/** Asked of the connection: what a header says of where somebody comes from is of no interest. */
function isNear({ socket: { remoteAddress = '' }, headers }: IncomingMessage): boolean {
  if (forwarding.some((name) => headers[name] !== undefined)) return false;
  return ipaddr.isValid(remoteAddress) && near.has(ipaddr.process(remoteAddress).range());
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
