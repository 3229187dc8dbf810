import { asFunction, asValue, contributes, extensionPoint } from 'lectern';
import type { SocialLoginConfig } from './config.ts';
import type { LoginProvider } from './login_provider.ts';
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

export default {
  accountVerification: AccountVerification,
  bindings: Bindings,
  loginSandbox: LoginSandbox,
  ownBindings: OwnBindings,
  loginProvidersPoint: extensionPoint('loginProviders', { name: 'text', enabled: 'boolean', openidOf: 'function' }),
  weixinwebLogin: contributes(
    'loginProviders',
    asFunction(() => new Weixin('weixinweb')),
  ),
  weixinmobLogin: contributes(
    'loginProviders',
    asFunction(() => new Weixin('weixinmob')),
  ),
  qqLogin: contributes(
    'loginProviders',
    asFunction(() => new Qq('qq')),
  ),
  weiboLogin: contributes(
    'loginProviders',
    asFunction(() => new Weibo('weibo')),
  ),
  socialLogin: contributes('authenticators', SocialLogin),
  socialLoginRules: contributes('safetyRules', asValue(socialLoginRules)),
};
