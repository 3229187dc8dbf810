import type { SafetyRule } from 'lectern';
import { chosenProvider, NO_PROVIDER } from '../../infrastructure/mail/index.ts';
import { register } from '../../infrastructure/settings/index.ts';

export const accountRules: readonly SafetyRule[] = [
  {
    setting: 'modules.mail.smtpUrl',
    severity: 'warned',
    message:
      'The setting register.mode allows registration by e-mail, but no mail provider is set: registration by e-mail answers 503.',
    fix: 'Set SMTP_URL and LECTERN_MAIL_FROM and leave modules.mail.provider out, or set register.mode to mobile or closed.',
    asksDatabase: true,
    isUnsafe: async ({ services: { environment, mailConfig, settings } }) =>
      chosenProvider(mailConfig, environment) === NO_PROVIDER &&
      (await settings.get(register)).mode.startsWith('email'),
  },
  {
    setting: 'modules.accounts.page',
    severity: 'warned',
    message: 'The page for links in mail is not https, so an altered page could read the tokens of the links.',
    fix: 'Set LECTERN_ACCOUNT_PAGE to an https address.',
    isUnsafe: ({ services: { accountsConfig } }) => accountsConfig.page?.startsWith('http:') === true,
  },
];
