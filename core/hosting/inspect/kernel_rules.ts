import { trustsStrangers } from './trusts_strangers.ts';
import type { SafetyRule } from '../../kernel/declare/services.ts';

/** Rules of the kernel's own settings, for production. */
export const kernelRules: readonly SafetyRule[] = [
  {
    setting: 'demo',
    severity: 'refused',
    message: 'The demo data, with users whose passwords everybody can read, goes into tables that are new.',
    fix: 'Set it to false.',
    isUnsafe: ({ config }) => config.demo,
  },
  {
    setting: 'http.trustedProxies',
    severity: 'refused',
    message: 'It trusts so many addresses that any client may say which address it has.',
    fix: 'Name the addresses of your own proxies alone.',
    isUnsafe: ({ config }) => config.http.trustedProxies.some(trustsStrangers),
  },
  {
    setting: 'lectern dev',
    severity: 'refused',
    message: 'Modules are exchanged as soon as their files change, so who can write files can run code.',
    fix: 'Serve with lectern start.',
    isUnsafe: ({ live }) => live,
  },
  {
    setting: 'http.publicUrl',
    severity: 'warned',
    message: 'Addresses in answers do not begin with https, and browsers are not told to keep to it.',
    fix: 'Set PUBLIC_URL to the https address that people reach this installation by.',
    isUnsafe: ({ config }) => !(config.http.publicUrl ?? '').startsWith('https:'),
  },
  {
    setting: 'http.cors.origins',
    severity: 'warned',
    message: 'Who is on the way to a page without https can change its scripts, which may read answers of this API.',
    fix: 'Name origins that begin with https.',
    isUnsafe: ({ config }) => config.http.cors.origins.some((origin) => origin.startsWith('http:')),
  },
  {
    setting: 'log.level',
    severity: 'warned',
    message: 'The log says more than it needs to, at the cost of every request.',
    fix: 'Set LOG_LEVEL to info.',
    isUnsafe: ({ config }) => ['trace', 'debug'].includes(config.log.level),
  },
  {
    setting: 'leakReport',
    severity: 'warned',
    message: 'What the filters withhold is counted and shown at /leaks, at the cost of every request.',
    fix: 'Set it to false.',
    isUnsafe: ({ config }) => config.leakReport,
  },
];
