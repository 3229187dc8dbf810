import type { SafetyRule } from 'lectern';
import { chosenProvider, DEVELOPMENT_PROVIDER } from './services/chosen_provider.ts';

const ALIYUN = 'aliyun';

export const verificationRules: readonly SafetyRule[] = [
  {
    setting: 'modules.verification.sms.provider',
    severity: 'refused',
    message: 'The SMS provider "development" sends nothing and stores codes in plain text.',
    fix: 'Set modules.verification.sms.provider to aliyun, to a provider of a plugin, or to none.',
    isUnsafe: ({ services: { environment, verificationConfig } }) =>
      chosenProvider(verificationConfig, environment) === DEVELOPMENT_PROVIDER,
  },
  {
    setting: 'modules.verification.sms.aliyun.url',
    severity: 'refused',
    message: 'The URL of Aliyun is not https, so codes would be sent unencrypted.',
    fix: 'Set modules.verification.sms.aliyun.url to an https address.',
    isUnsafe: ({ services: { environment, verificationConfig } }) =>
      chosenProvider(verificationConfig, environment) === ALIYUN &&
      !verificationConfig.sms.aliyun.url.startsWith('https:'),
  },
];
