import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import type { Failure } from '../../kernel/declare/failure.ts';
import { standardFailures } from '../../kernel/declare/standard_failures.ts';

// Address ranges of the machine itself and of private networks.
const near = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat']);
const forwarding = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/**
 * Access check of `/metrics`: requires the token. Without a configured token, requires a direct request from this
 * machine or a private network.
 * @returns a function that returns the failure to throw, or undefined
 */
export function metricsAccess(token: string | undefined): (request: IncomingMessage) => Failure | undefined {
  if (token === undefined) return (request) => (isNear(request) ? undefined : refusal());
  const expected = digestOf(`Bearer ${token}`);
  return ({ headers }) => {
    if (timingSafeEqual(digestOf(headers.authorization ?? ''), expected)) return undefined;
    const challenge = { 'WWW-Authenticate': 'Bearer realm="metrics"' };
    return standardFailures.loginRequired({
      message: 'Send the value of metrics.token in the header Authorization: Bearer <token>.',
      headers: challenge,
    });
  };
}

function refusal(): Failure {
  const message = 'Without a token, /metrics answers only direct requests from the private network; set METRICS_TOKEN.';
  return standardFailures.addressNotAllowed({ message });
}

/**
 * Whether a request comes directly from this machine or a private network, by the address of its connection. A request
 * with headers of a proxy is not direct, because its client may be anywhere.
 */
function isNear({ socket: { remoteAddress = '' }, headers }: IncomingMessage): boolean {
  if (forwarding.some((name) => headers[name] !== undefined)) return false;
  return ipaddr.isValid(remoteAddress) && near.has(ipaddr.process(remoteAddress).range());
}

function digestOf(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
