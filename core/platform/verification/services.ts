import { asValue, contributes, extensionPoint } from 'lectern';
import { deletesAgedRows } from '../../infrastructure/jobs/index.ts';
import type { VerificationConfig } from './config.ts';
import { verificationRules } from './safety_rules.ts';
import { AliyunSms } from './services/aliyun_sms.ts';
import { DevelopmentSms } from './services/development_sms.ts';
import type { SmsProvider } from './sms_provider.ts';
import { CaptchaPictures } from './services/captcha_pictures.ts';
import { Captchas } from './services/captchas.ts';
import { SmsCenter } from './services/sms_center.ts';
import { SmsCodes } from './services/sms_codes.ts';
import { SmsLimits } from './services/sms_limits.ts';
import { SmsSender } from './services/sms_sender.ts';

declare module 'lectern' {
  interface Services {
    aliyunSms: AliyunSms;
    captchaPictures: CaptchaPictures;
    captchas: Captchas;
    developmentSms: DevelopmentSms;
    smsCenter: SmsCenter;
    smsCodes: SmsCodes;
    smsLimits: SmsLimits;
    smsSender: SmsSender;
    verificationConfig: VerificationConfig;
  }

  interface ExtensionPoints {
    smsProviders: SmsProvider;
  }
}

export default {
  captchaPictures: CaptchaPictures,
  captchas: Captchas,
  smsCodes: SmsCodes,
  smsLimits: SmsLimits,
  developmentSms: contributes('smsProviders', DevelopmentSms),
  aliyunSms: contributes('smsProviders', AliyunSms),
  smsProvidersPoint: extensionPoint('smsProviders', { name: 'text', send: 'function' }),
  smsSender: SmsSender,
  smsCenter: SmsCenter,
  endedVerifications: deletesAgedRows('verification.clean', [
    { table: 'captchas', column: 'expires_at', days: 1 },
    { table: 'sms_codes', column: 'expires_at', days: 1 },
    { table: 'sms_outbox', column: 'created_at', days: 1 },
  ]),
  verificationRules: contributes('safetyRules', asValue(verificationRules)),
};
