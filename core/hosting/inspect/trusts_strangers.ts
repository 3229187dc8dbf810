import ipaddr from 'ipaddr.js';

/** Networks that nobody has to himself begin here: of IPv4 no /7 is private, of IPv6 only fc00::/7 is. */
const FEWEST_BITS = { ipv4: 8, ipv6: 7 };
const MAPPED_BITS = 96;

/** Whether a network is so large that most of its addresses are somebody else's. */
export function trustsStrangers(range: string): boolean {
  const slash = range.indexOf('/');
  // One address, or one of the words for networks that do not leave the registry.
  if (slash === -1) return false;
  const address = ipaddr.parse(range.slice(0, slash));
  const bits = Number(range.slice(slash + 1));
  if (address.kind() === 'ipv4') return bits < FEWEST_BITS.ipv4;
  const isMapped = (address as ipaddr.IPv6).isIPv4MappedAddress() && bits >= MAPPED_BITS;
  return isMapped ? bits - MAPPED_BITS < FEWEST_BITS.ipv4 : bits < FEWEST_BITS.ipv6;
}
