import { asClass, asFunction, asValue, contributes } from 'lectern';
import type { ApiAccessConfig } from './config.ts';
import { apiSection, type ApiSection } from './section.ts';
import { apiAccessRules } from './safety_rules.ts';
import { AccessTokens } from './services/access_tokens.ts';

declare module 'lectern' {
  interface Services {
    accessTokens: AccessTokens;
    apiSection: ApiSection;
    api_accessConfig: ApiAccessConfig;
  }
}

export default {
  accessTokens: contributes('authenticators', asClass(AccessTokens)),
  apiAccessRules: contributes('safetyRules', asValue(apiAccessRules)),
  apiSection: contributes('settingsSections', asFunction(apiSection)),
};
