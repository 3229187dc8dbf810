import type { IncomingMessage } from 'node:http';
import { standardFailures } from '../declare/standard_failures.ts';

/** How large the head of a request may be. */
export interface HeadLimits {
  readonly urlLimit: number;
  readonly headerCountLimit: number;
}

/** Whose framing is in doubt gets no second request. */
const CLOSE = { Connection: 'close' };

/**
 * Refuses requests that two servers could understand differently, and such as nobody means well with.
 * @throws badRequest, urlTooLong, headersTooLarge, versionNotSupported
 */
export function refuseUnsafe(request: IncomingMessage, limits: HeadLimits): void {
  const { url = '', httpVersion, rawHeaders, headers } = request;
  if (url.length > limits.urlLimit) throw standardFailures.urlTooLong();
  // A client keeps its fragment to itself (RFC 9112, section 3.2); the router would ignore it, and a proxy might not.
  if (url.includes('#')) throw standardFailures.badRequest({ message: 'The request target has a fragment.' });
  if (rawHeaders.length > 2 * limits.headerCountLimit) {
    throw standardFailures.headersTooLarge({ message: 'The request has too many headers.', headers: CLOSE });
  }
  if (httpVersion !== '1.1' && httpVersion !== '1.0') throw standardFailures.versionNotSupported({ headers: CLOSE });
  refuseHost(request);
  const coding = headers['transfer-encoding'];
  if (coding !== undefined) refuseCoding(coding, httpVersion);
}

/**
 * A server has to understand a whole URL as the request target too (RFC 9112, section 3.2.2).
 * @throws badRequest for any other target that does not begin with a slash; `*` is one for OPTIONS alone
 */
export function originForm({ url = '', method }: IncomingMessage): string {
  const path = url.replace(/^https?:\/\/[^/?#]*\/?/i, '/');
  if (path.startsWith('/') || (path === '*' && method === 'OPTIONS')) return path;
  throw standardFailures.badRequest({ message: 'The request target is neither a path nor a URL of this server.' });
}

/** The host that was last found to be well-formed; it is nearly always the same one. */
let knownHost = '';
// Without commas: one is put between two hosts by some proxies.
const wellFormedHost = /^(?:[\w!$%&'()*+;=.~-]*|\[[\da-f:.]+\])(?::\d*)?$/i;

/** @throws badRequest where there is no Host, more than one, or something that is none */
function refuseHost(request: IncomingMessage): void {
  const hosts = hostsOf(request);
  if (hosts !== 1 && (hosts > 1 || request.httpVersion !== '1.0')) {
    throw standardFailures.badRequest({ message: 'Send exactly one Host header.', headers: CLOSE });
  }
  const { host = '' } = request.headers;
  if (host === knownHost) return;
  if (!wellFormedHost.test(host)) {
    throw standardFailures.badRequest({ message: 'The Host header is malformed.', headers: CLOSE });
  }
  knownHost = host;
}

/** @throws badRequest for another coding than `chunked`, and where HTTP knows of none */
function refuseCoding(coding: string, httpVersion: string): void {
  if (coding.toLowerCase() === 'chunked' && httpVersion === '1.1') return;
  throw standardFailures.badRequest({ message: 'The transfer coding is not supported.', headers: CLOSE });
}

/** Node keeps the first of several Host headers and forgets the rest. */
function hostsOf({ rawHeaders }: IncomingMessage): number {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts;
}
