import type { IncomingMessage } from 'node:http';
import { standardFailures } from '../declare/standard_failures.ts';

/** Limits of a request head: characters of the URL, number of headers. */
export interface HeadLimits {
  readonly urlLimit: number;
  readonly headerCountLimit: number;
}

/** Header of failures after which the connection closes, because the next bytes may not begin a request. */
const CLOSE = { Connection: 'close' };

/**
 * Refuses requests that two servers could interpret differently, and heads above the limits.
 * @throws the standard failures badRequest, urlTooLong, headersTooLarge and versionNotSupported
 */
export function refuseUnsafe(request: IncomingMessage, limits: HeadLimits): void {
  const { url = '', httpVersion, rawHeaders, headers } = request;
  if (url.length > limits.urlLimit) throw standardFailures.urlTooLong();
  // Clients must not send a fragment (RFC 9112, section 3.2); the router would ignore it, a proxy might not.
  if (url.includes('#')) throw standardFailures.badRequest({ message: 'The URL has a fragment; omit the fragment.' });
  if (rawHeaders.length > 2 * limits.headerCountLimit) {
    const message = `The request has more than ${limits.headerCountLimit} headers.`;
    throw standardFailures.headersTooLarge({ message, headers: CLOSE });
  }
  if (httpVersion !== '1.1' && httpVersion !== '1.0') throw standardFailures.versionNotSupported({ headers: CLOSE });
  refuseHost(request);
  const coding = headers['transfer-encoding'];
  if (coding !== undefined) refuseCoding(coding, httpVersion);
}

/**
 * The request target as a path; servers have to accept an absolute URL too (RFC 9112, section 3.2.2).
 * @throws badRequest for any other target without a leading slash; `*` is valid for OPTIONS only
 */
export function originForm({ url = '', method }: IncomingMessage): string {
  const path = url.replace(/^https?:\/\/[^/?#]*\/?/i, '/');
  if (path.startsWith('/') || (path === '*' && method === 'OPTIONS')) return path;
  throw standardFailures.badRequest({ message: 'The request target must be a path or an http URL.' });
}

/** The last well-formed host, as a cache: nearly all requests name the same host. */
let knownHost = '';
// Allows no comma: some proxies join two Host headers with a comma.
const wellFormedHost = /^(?:[\w!$%&'()*+;=.~-]*|\[[\da-f:.]+\])(?::\d*)?$/i;

/** @throws badRequest on a repeated or malformed Host, and on a missing Host, which only HTTP/1.0 allows */
function refuseHost(request: IncomingMessage): void {
  const hosts = hostsOf(request);
  if (hosts !== 1 && (hosts > 1 || request.httpVersion !== '1.0')) {
    throw standardFailures.badRequest({ message: 'Send exactly one Host header.', headers: CLOSE });
  }
  const { host = '' } = request.headers;
  if (host === knownHost) return;
  if (!wellFormedHost.test(host)) {
    throw standardFailures.badRequest({ message: 'The Host header is malformed; send host:port.', headers: CLOSE });
  }
  knownHost = host;
}

/** @throws badRequest for a transfer coding other than `chunked`, and for any in HTTP/1.0 */
function refuseCoding(coding: string, httpVersion: string): void {
  if (coding.toLowerCase() === 'chunked' && httpVersion === '1.1') return;
  throw standardFailures.badRequest({ message: 'Send no transfer coding but chunked, in HTTP/1.1.', headers: CLOSE });
}

/** Number of Host headers; Node keeps only the first one in `headers`. */
function hostsOf({ rawHeaders }: IncomingMessage): number {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts;
}
