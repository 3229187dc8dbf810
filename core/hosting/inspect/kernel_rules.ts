import { isPublicNetwork } from './public_networks.ts';
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
  {
    setting: 'leakReport',
    severity: 'warned',
    message: 'Withheld fields are counted and shown at /leaks, which slows down every request.',
    fix: 'Set "leakReport" to false.',
    isUnsafe: ({ config }) => config.leakReport,
  },
];
