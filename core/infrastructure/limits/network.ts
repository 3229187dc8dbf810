import ipaddr from 'ipaddr.js';

const IPV6_NETWORK_BITS = 64;

/**
 * Key for counting clients by address. IPv6 addresses of one /64 network share a key, because one household usually
 * owns the network. An IPv4-mapped address (`::ffff:192.0.2.1`) counts as IPv4. Other texts are returned unchanged.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/${IPV6_NETWORK_BITS}`);
  return `${network.toString()}/${IPV6_NETWORK_BITS}`;
}
