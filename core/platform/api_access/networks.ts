import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A network: all addresses with the same leading bits. */
interface Network {
  readonly address: ipaddr.IPv4 | ipaddr.IPv6;
  readonly bits: number;
}

const MAPPED_BITS = 96;

/** Whether a text is an IP address or a network in CIDR notation. */
export function isNetwork(text: string): boolean {
  return networkOf(text) !== undefined;
}

/** Whether an IP address is in one of the networks. An IPv4 address equals its IPv4-mapped IPv6 form. */
export function isWithin(text: string, networks: readonly string[]): boolean {
  // Removes the zone of a link-local address, which names an interface of this machine.
  const caller = isIP(text) === 0 ? undefined : networkOf(text.replace(/%.*$/, ''));
  return caller !== undefined && networks.some((one) => contains(networkOf(one), caller.address));
}

function contains(network: Network | undefined, address: Network['address']): boolean {
  return network?.address.kind() === address.kind() && address.match(network.address, network.bits);
}

/**
 * Parses an IP address or a network; returns undefined for malformed text. Accepts only addresses that are valid for
 * `isIP`, because the library `ipaddr.js` also parses 127.1, 0x7f.1 and 010.0.0.1.
 */
function networkOf(text: string): Network | undefined {
  const slash = text.indexOf('/');
  const start = slash === -1 ? text : text.slice(0, slash);
  if (isIP(start) === 0 || start.includes('%')) return undefined;
  // The library `ipaddr.js` would parse ::10.0.0.1 as 10.0.0.1, but only ::ffff:10.0.0.1 is that IPv4 address.
  const address = ipaddr.parse(start.replace(/^::(?=\d+\.)/, '::0:'));
  const most = address.kind() === 'ipv4' ? 32 : 128;
  const bits = slash === -1 ? most : bitsOf(text.slice(slash + 1));
  return bits > most ? undefined : folded({ address, bits });
}

function bitsOf(text: string): number {
  return /^(0|[1-9][0-9]{0,2})$/.test(text) ? Number(text) : Infinity;
}

/** Converts an IPv4-mapped network: `::ffff:10.0.0.0/104` becomes `10.0.0.0/8`. */
function folded({ address, bits }: Network): Network {
  const isMapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= MAPPED_BITS;
  return isMapped ? { address: address.toIPv4Address(), bits: bits - MAPPED_BITS } : { address, bits };
}
