import ipaddr from 'ipaddr.js';

/** Bits of the shortest prefix of a private network: IPv4 10.0.0.0/8 and IPv6 fc00::/7. */
const FEWEST_BITS = { ipv4: 8, ipv6: 7 };
const MAPPED_BITS = 96;

/** Whether a network is larger than any private network, so that it contains addresses of others. */
export function isPublicNetwork(range: string): boolean {
  const slash = range.indexOf('/');
  // The range is a single address, or a keyword for private networks.
  if (slash === -1) return false;
  const address = ipaddr.parse(range.slice(0, slash));
  const bits = Number(range.slice(slash + 1));
  if (address.kind() === 'ipv4') return bits < FEWEST_BITS.ipv4;
  const isMapped = (address as ipaddr.IPv6).isIPv4MappedAddress() && bits >= MAPPED_BITS;
  return isMapped ? bits - MAPPED_BITS < FEWEST_BITS.ipv4 : bits < FEWEST_BITS.ipv6;
}
