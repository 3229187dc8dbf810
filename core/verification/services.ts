import { asClass, asValue, contributes, extensionPoint } from 'lectern';
import type { VerificationConfig } from './config.ts';
import { verificationRules } from './safety_rules.ts';
import { AliyunSms } from './services/aliyun_sms.ts';
import { DevelopmentSms } from './services/development_sms.ts';
import type { SmsProvider } from './sms_provider.ts';
import { CaptchaPictures } from './services/captcha_pictures.ts';
import { Captchas } from './services/captchas.ts';
import { EndedVerifications } from './services/ended_verifications.ts';
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
    endedVerifications: EndedVerifications;
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
  captchaPictures: asClass(CaptchaPictures),
  captchas: asClass(Captchas),
  smsCodes: asClass(SmsCodes),
  smsLimits: asClass(SmsLimits),
  developmentSms: contributes('smsProviders', asClass(DevelopmentSms)),
  aliyunSms: contributes('smsProviders', asClass(AliyunSms)),
  smsProvidersPoint: extensionPoint('smsProviders', { name: 'text', send: 'function' }),
  smsSender: asClass(SmsSender),
  smsCenter: asClass(SmsCenter),
  endedVerifications: contributes('jobs', asClass(EndedVerifications)),
  verificationRules: contributes('safetyRules', asValue(verificationRules)),
};
