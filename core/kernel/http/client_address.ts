import { isIP } from 'node:net';

/**
 * The address in what a proxy says of its client. Some write the port behind it, with which every connection would count
 * as another client. What is no address stays as it is: to take the proxy's own for it would let whoever sends nonsense
 * in where only the proxy may go.
 */
export function addressIn(text: string): string {
  if (isIP(text) !== 0) return text;
  const [, v6, v4] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? [];
  const address = v6 ?? v4 ?? '';
  return isIP(address) === 0 ? text : address;
}
