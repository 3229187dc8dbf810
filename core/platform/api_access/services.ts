import { asFunction, asValue, contributes } from 'lectern';
import type { ApiAccessConfig } from './config.ts';
import { apiSection, type ApiSection } from './section.ts';
import { apiAccessRules } from './safety_rules.ts';
import { AccessTokens } from './services/access_tokens.ts';
import { ApplicationEditing } from './services/application_editing.ts';
import { ApplicationUses } from './services/application_uses.ts';
import { Applications } from './services/applications.ts';
import { ConfiguredApps } from './services/configured_apps.ts';

declare module 'lectern' {
  interface Services {
    accessTokens: AccessTokens;
    apiSection: ApiSection;
    applicationEditing: ApplicationEditing;
    applicationUses: ApplicationUses;
    applications: Applications;
    configuredApps: ConfiguredApps;
    api_accessConfig: ApiAccessConfig;
  }
}

export default {
  accessTokens: contributes('authenticators', AccessTokens),
  apiAccessRules: contributes('safetyRules', asValue(apiAccessRules)),
  apiSection: contributes('settingsSections', asFunction(apiSection)),
  applicationEditing: ApplicationEditing,
  applicationUses: ApplicationUses,
  applications: Applications,
  configuredApps: ConfiguredApps,
};
