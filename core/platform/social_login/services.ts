import { asFunction, asValue, contributes, extensionPoint, type Services } from 'lectern';
import type { SocialLoginConfig } from './config.ts';
import type { LoginProvider } from './login_provider.ts';
import type { ProviderParts } from './providers/configured_provider.ts';
import { Qq } from './providers/qq.ts';
import { Weibo } from './providers/weibo.ts';
import { Weixin } from './providers/weixin.ts';
import { socialLoginRules } from './safety_rules.ts';
import { AccountVerification } from './services/account_verification.ts';
import { Bindings } from './services/bindings.ts';
import { LoginSandbox } from './services/login_sandbox.ts';
import { OwnBindings } from './services/own_bindings.ts';
import { SocialLogin } from './services/social_login.ts';

declare module 'lectern' {
  interface Services {
    accountVerification: AccountVerification;
    bindings: Bindings;
    loginSandbox: LoginSandbox;
    ownBindings: OwnBindings;
    socialLogin: SocialLogin;
    social_loginConfig: SocialLoginConfig;
  }

  interface ExtensionPoints {
    loginProviders: LoginProvider;
  }
}

type Needs = Pick<Services, 'loginSandbox' | 'social_loginConfig'>;

function provider(name: keyof SocialLoginConfig['providers'], Provider: new (parts: ProviderParts) => LoginProvider) {
  const make = ({ loginSandbox: sandbox, social_loginConfig: { providers } }: Needs) =>
    new Provider({ name, config: providers[name], sandbox });
  return contributes('loginProviders', asFunction(make));
}

export default {
  accountVerification: AccountVerification,
  bindings: Bindings,
  loginSandbox: LoginSandbox,
  ownBindings: OwnBindings,
  loginProvidersPoint: extensionPoint('loginProviders', { name: 'text', enabled: 'boolean', openidOf: 'function' }),
  weixinwebLogin: provider('weixinweb', Weixin),
  weixinmobLogin: provider('weixinmob', Weixin),
  qqLogin: provider('qq', Qq),
  weiboLogin: provider('weibo', Weibo),
  socialLogin: contributes('authenticators', SocialLogin),
  socialLoginRules: contributes('safetyRules', asValue(socialLoginRules)),
};
