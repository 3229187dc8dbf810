import type { SmsType } from './sms_provider.ts';

/** Section `modules.verification` of the configuration; `module.json` describes each value. */
export interface VerificationConfig {
  readonly captcha: CaptchaConfig;
  readonly sms: SmsConfig;
}

export interface CaptchaConfig {
  readonly seconds: number;
  readonly checks: number;
  readonly picturesPerMinute: number;
  readonly threads: number;
  readonly waiting: number;
}

export interface SmsConfig {
  readonly provider?: string;
  readonly seconds: number;
  readonly tries: number;
  readonly freePerHour: number;
  readonly numberPerHour: number;
  readonly numberPerDay: number;
  readonly addressPerHour: number;
  readonly sitePerDay: number;
  readonly aliyun: AliyunConfig;
}

export interface AliyunConfig {
  readonly url: string;
  readonly accessKeyId?: string;
  /** Secret: must never appear in a message or in the log. */
  readonly accessKeySecret?: string;
  readonly signName?: string;
  readonly templates: Readonly<Partial<Record<SmsType, string>>>;
  readonly timeoutMs: number;
}
