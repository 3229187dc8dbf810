import type { SafetyRule } from 'lectern';
import { chosenProvider, DEVELOPMENT_PROVIDER, SMTP_PROVIDER } from './chosen_provider.ts';

/** Unsafe settings for mail on a production site. */
export const mailRules: readonly SafetyRule[] = [
  {
    setting: 'modules.mail.provider',
    severity: 'refused',
    message: 'The mail provider "development" sends nothing and stores links with tokens in plain text.',
    fix: 'Set SMTP_URL and leave modules.mail.provider out, or set modules.mail.provider to none.',
    isUnsafe: ({ services: { environment, mailConfig } }) =>
      chosenProvider(mailConfig, environment) === DEVELOPMENT_PROVIDER,
  },
  {
    setting: 'modules.mail.from',
    severity: 'refused',
    message: 'Mail would be sent from an address at localhost, which mail servers reject.',
    fix: 'Set LECTERN_MAIL_FROM to an address of your domain.',
    isUnsafe: ({ services: { environment, mailConfig } }) =>
      chosenProvider(mailConfig, environment) === SMTP_PROVIDER && /@localhost>?$/.test(mailConfig.from),
  },
];
