import ipaddr from 'ipaddr.js';

const IPV6_NETWORK_BITS = 64;

/**
 * What a caller is counted by: the IPv4 address, or the /64 of an IPv6 address, because a household or a server is
 * given a whole one. An IPv4 address in IPv6 clothes (`::ffff:192.0.2.1`) is an IPv4 address.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/${IPV6_NETWORK_BITS}`);
  return `${network.toString()}/${IPV6_NETWORK_BITS}`;
}
