import { createHash } from 'node:crypto';
import { Canaries } from '../support/canaries.ts';
import { secretOf } from './life.ts';

/** Creates secrets: those in the configuration of an installation, and those of its clients. */
export function makeWorld() {
  const canaries = new Canaries();
  const secretKey = canaries.add('secret key of a server', secretOf('key'));
  return {
    canaries,
    app: { appKey: 'canary', secretKey, name: 'Canary', roles: ['ROLE_ADMIN'] },
    jwtSecret: canaries.add('JWT_SECRET', secretOf('jwt-secret')),
    payPasswordKey: canaries.add('PAY_PASSWORD_KEY', secretOf('pay').slice(0, 16)),
    smsKey: canaries.add('key of the SMS provider', secretOf('sms-key')),
    accessToken: canaries.add('Access-Token', createHash('md5').update(`canary-${secretKey}`).digest('hex')),
    socialLoginToken: canaries.add('third-party access token', secretOf('third-party')),
  };
}

export type World = ReturnType<typeof makeWorld>;

/** Sections of the configuration by module, with one address for all providers. */
export function sectionsOf({ app }: World, providerUrl: string) {
  const provider = { enabled: true, address: providerUrl };
  const ours = { ...provider, appId: 'ours' };
  return {
    api_access: { apps: [app], accessTokenEnabled: true, whitelist: ['127.0.0.1', '::1'] },
    social_login: {
      sandbox: false,
      timeoutMs: 200,
      rememberSeconds: 0,
      providers: { weixinweb: provider, weixinmob: provider, qq: ours, weibo: ours },
    },
    verification: {
      sms: {
        aliyun: {
          url: providerUrl,
          signName: 'Canary',
          templates: { register: 'SMS_1', sms_login: 'SMS_2', sms_bind: 'SMS_3' },
        },
      },
    },
  };
}

/** Successful answer of all providers; each module reads its own fields. */
export const rightAnswer = {
  openid: 'demo-openid',
  client_id: 'ours',
  uid: 'demo-openid',
  appkey: 'ours',
  expire_in: 60,
  Code: 'OK',
};

/** Paths at which the providers are requested. */
export const providerPaths = ['/sns/userinfo', '/oauth2.0/me', '/oauth2/get_token_info'];

/** Each line that shows a secret, once for each secret and kind of line. */
export function shownIn(lines: readonly string[], canaries: Canaries): string[] {
  const found = lines.flatMap((line) => canaries.in(line).map((name) => `${name}: ${line.slice(0, 2_000)}`));
  return [...new Map(found.map((one) => [one.replaceAll(/\d+/g, '0').slice(0, 120), one])).values()];
}
