import ipaddr from 'ipaddr.js';
import type { SafetyRule } from '../../kernel/declare/services.ts';

/** Rules of the kernel's own settings, for production. */
export const kernelRules: readonly SafetyRule[] = [
  {
    setting: 'demo',
    severity: 'refused',
    message: 'Demo data, with users whose passwords are public, is loaded into new tables.',
    fix: 'Set "demo" to false.',
    isUnsafe: ({ config }) => config.demo,
  },
  {
    setting: 'http.trustedProxies',
    severity: 'refused',
    message: 'So many addresses are trusted that any client can forge its own address.',
    fix: 'List only the addresses of your own proxies.',
    isUnsafe: ({ config }) => config.http.trustedProxies.some(isPublicNetwork),
  },
  {
    setting: 'lectern dev',
    severity: 'refused',
    message: 'Modules are reloaded when their files change, so write access to files means running code.',
    fix: 'Serve with lectern start.',
    isUnsafe: ({ live }) => live,
  },
  {
    setting: 'http.publicUrl',
    severity: 'warned',
    message: 'Addresses in answers do not begin with https, and browsers get no Strict-Transport-Security.',
    fix: 'Set PUBLIC_URL to the https address of this installation.',
    isUnsafe: ({ config }) => !(config.http.publicUrl ?? '').startsWith('https:'),
  },
  {
    setting: 'http.cors.origins',
    severity: 'warned',
    message:
      'Pages without https may read answers of this API, and an attacker on the network can change their scripts.',
    fix: 'Name origins that begin with https.',
    isUnsafe: ({ config }) => config.http.cors.origins.some((origin) => origin.startsWith('http:')),
  },
  {
    setting: 'log.level',
    severity: 'warned',
    message: 'The log contains more than production needs, which slows down every request.',
    fix: 'Set LOG_LEVEL to info.',
    isUnsafe: ({ config }) => ['trace', 'debug'].includes(config.log.level),
  },
];

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
