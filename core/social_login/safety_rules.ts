import type { SafetyRule } from 'lectern';

/** What a production site should not let sign in. */
export const socialLoginRules: readonly SafetyRule[] = [
  {
    setting: 'modules.social_login.standIn',
    severity: 'refused',
    message: 'It lets anyone sign in who knows the demo account.',
    mend: 'Set it to false in production.',
    isUnsafe: ({ services: { social_loginConfig } }) => social_loginConfig.standIn,
  },
  {
    setting: 'modules.social_login.providers',
    severity: 'refused',
    message: 'One that is enabled has an address without https, so the tokens of its users would travel readable.',
    mend: 'Correct its address.',
    isUnsafe: ({ services: { social_loginConfig } }) =>
      Object.values(social_loginConfig.providers).some(({ enabled, address }) => enabled && address.startsWith('http:')),
  },
];
