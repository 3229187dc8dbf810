import type { SafetyRule } from 'lectern';

const DEMO_SECRET = 'demo-secret';

/** Settings of API access that are unsafe on a production site. */
export const apiAccessRules: readonly SafetyRule[] = [
  {
    setting: 'modules.api_access.apps',
    severity: 'refused',
    message: 'The demo application may call the API, but its secret key is public.',
    fix: 'Remove the application from modules.api_access.apps.',
    isUnsafe: ({ services: { api_accessConfig } }) =>
      api_accessConfig.apps.some(({ secretKey }) => secretKey === DEMO_SECRET),
  },
];
