import type { IncomingMessage } from 'node:http';
import { standardFailures } from '../standard_failures.ts';

/**
 * Refuses requests that two servers could understand differently, and such as nobody means well with.
 * @throws badRequest, urlTooLong
 */
export function refuseUnsafe(request: IncomingMessage, urlLimit: number): void {
  if ((request.url ?? '').length > urlLimit) throw standardFailures.urlTooLong();
  if (hostsOf(request) !== 1 && request.httpVersion !== '1.0') {
    throw standardFailures.badRequest({ message: 'Send exactly one Host header.', headers: { Connection: 'close' } });
  }
  const coding = request.headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    throw standardFailures.badRequest({
      message: 'The transfer coding is not supported.',
      headers: { Connection: 'close' },
    });
  }
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
