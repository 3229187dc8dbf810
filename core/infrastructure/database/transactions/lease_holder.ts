import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';

/**
 * Name of a new holder of leases: host, process, and a random part, so that two holders in one process exclude each
 * other. A holder may renew or end only leases with its own name.
 */
export function leaseHolder(): string {
  return `${hostname()}:${process.pid} (${randomBytes(4).toString('hex')})`;
}
