import type { SafetyRule } from 'lectern';

const DEMO_SECRET = 'demo-secret';

export const apiAccessRules: readonly SafetyRule[] = [
  {
    setting: 'modules.api_access.apps',
    severity: 'refused',
    message: 'An application of modules.api_access.apps has the secret key of the demo, which is public.',
    fix: 'Remove that application from modules.api_access.apps, or give it another secretKey.',
    isUnsafe: ({ services: { api_accessConfig } }) =>
      api_accessConfig.apps.some(({ secretKey }) => secretKey === DEMO_SECRET),
  },
];
