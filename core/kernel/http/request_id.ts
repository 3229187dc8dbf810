import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const prefix = randomBytes(9).toString('base64url');
let count = 0;

/** The request id from the client or a proxy, or a new one that is unique over all processes. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : newRequestId();
}

/** An id that is unique over all processes. */
export function newRequestId(): string {
  count = (count + 1) % Number.MAX_SAFE_INTEGER;
  return `${prefix}-${count.toString(36)}`;
}
