import type { SafetyRule } from 'lectern';

export const socialLoginRules: readonly SafetyRule[] = [
  {
    setting: 'modules.social_login.sandbox',
    severity: 'refused',
    message: 'The sandbox of the login providers accepts the demo account, whose access token is public.',
    fix: 'Set modules.social_login.sandbox to false in production.',
    isUnsafe: ({ services: { social_loginConfig } }) => social_loginConfig.sandbox,
  },
  {
    setting: 'modules.social_login.providers',
    severity: 'refused',
    message: 'An enabled provider has an address without https, so access tokens are sent unencrypted.',
    fix: 'Set modules.social_login.providers.NAME.address of each enabled provider to an https URL.',
    isUnsafe: ({ services: { social_loginConfig } }) =>
      Object.values(social_loginConfig.providers).some(
        ({ enabled, address }) => enabled && address.startsWith('http:'),
      ),
  },
];
