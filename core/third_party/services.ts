import { asClass, asFunction, asValue, contributes, extensionPoint } from 'lectern';
import type { Services } from 'lectern';
import type { ThirdPartyConfig } from './config.ts';
import type { LoginProvider } from './login_provider.ts';
import type { ProviderParts } from './providers/configured_provider.ts';
import { Qq } from './providers/qq.ts';
import { Weibo } from './providers/weibo.ts';
import { Weixin } from './providers/weixin.ts';
import { thirdPartyRules } from './safety_rules.ts';
import { Bindings } from './services/bindings.ts';
import { LoginSandbox } from './services/login_sandbox.ts';
import { ThirdParty } from './services/third_party.ts';

declare module 'lectern' {
  interface Services {
    bindings: Bindings;
    loginSandbox: LoginSandbox;
    thirdParty: ThirdParty;
    third_partyConfig: ThirdPartyConfig;
  }

  interface ExtensionPoints {
    loginProviders: LoginProvider;
  }
}

type Needs = Pick<Services, 'loginSandbox' | 'third_partyConfig'>;

function provider(name: keyof ThirdPartyConfig['providers'], Provider: new (parts: ProviderParts) => LoginProvider) {
  const make = ({ loginSandbox: sandbox, third_partyConfig: { providers } }: Needs) =>
    new Provider({ name, config: providers[name], sandbox });
  return contributes('loginProviders', asFunction(make));
}

export default {
  bindings: asClass(Bindings),
  loginSandbox: asClass(LoginSandbox),
  loginProvidersPoint: extensionPoint('loginProviders', { name: 'text', enabled: 'boolean', openidOf: 'function' }),
  weixinwebLogin: provider('weixinweb', Weixin),
  weixinmobLogin: provider('weixinmob', Weixin),
  qqLogin: provider('qq', Qq),
  weiboLogin: provider('weibo', Weibo),
  thirdParty: contributes('authenticators', asClass(ThirdParty)),
  thirdPartyRules: contributes('safetyRules', asValue(thirdPartyRules)),
};
