import type { SafetyRule } from 'lectern';

/** What a production site should not let sign in. */
export const thirdPartyRules: readonly SafetyRule[] = [
  {
    setting: 'modules.third_party.standIn',
    severity: 'refused',
    message: 'It lets anyone sign in who knows the demo account.',
    mend: 'Set it to false in production.',
    isUnsafe: ({ services: { third_partyConfig } }) => third_partyConfig.standIn,
  },
  {
    setting: 'modules.third_party.providers',
    severity: 'refused',
    message: 'One that is enabled has an address without https, so the tokens of its users would travel readable.',
    mend: 'Correct its address.',
    isUnsafe: ({ services: { third_partyConfig } }) =>
      Object.values(third_partyConfig.providers).some(({ enabled, address }) => enabled && address.startsWith('http:')),
  },
];
