import type { SafetyRule } from 'lectern';
import { chosenProvider, NO_PROVIDER } from '../mail/index.ts';
import { register } from '../settings/index.ts';

/** Settings of accounts that do not fit together in production. */
export const accountRules: readonly SafetyRule[] = [
  {
    setting: 'modules.mail.smtpUrl',
    severity: 'warned',
    message: 'The setting register.mode lets people register by e-mail, but no mail can be sent, so they cannot.',
    fix: 'Set SMTP_URL and LECTERN_MAIL_FROM, or set register.mode to mobile or closed.',
    asksDatabase: true,
    isUnsafe: async ({ services: { environment, mailConfig, settings } }) =>
      chosenProvider(mailConfig, environment) === NO_PROVIDER &&
      (await settings.get(register)).mode.startsWith('email'),
  },
  {
    setting: 'modules.accounts.page',
    severity: 'warned',
    message: 'It is not https, so tokens of links in mail could be read on the way.',
    fix: 'Correct LECTERN_ACCOUNT_PAGE.',
    isUnsafe: ({ services: { accountsConfig } }) => accountsConfig.page?.startsWith('http:') === true,
  },
];
