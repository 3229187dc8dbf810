import { asClass, asFunction, contributes } from 'lectern';
import type { ApiAccessConfig } from './config.ts';
import { apiSection, type ApiSection } from './section.ts';
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
  apiSection: contributes('settingsSections', asFunction(apiSection)),
};
