import { asValue, contributes, extensionPoint } from 'lectern';
import type { MailConfig } from './config.ts';
import type { MailProvider } from './mail_provider.ts';
import { mailRules } from './safety_rules.ts';
import { CleanOutbox } from './services/clean_outbox.ts';
import { DevelopmentMail } from './services/development_mail.ts';
import { Mailer } from './services/mailer.ts';
import { SmtpMail } from './services/smtp_mail.ts';

declare module 'lectern' {
  interface Services {
    mailConfig: MailConfig;
    mailer: Mailer;
  }

  interface ExtensionPoints {
    mailProviders: MailProvider;
  }
}

export default {
  cleanMailOutbox: contributes('jobs', CleanOutbox),
  developmentMail: contributes('mailProviders', DevelopmentMail),
  mailProvidersPoint: extensionPoint('mailProviders', { name: 'text', send: 'function' }),
  mailRules: contributes('safetyRules', asValue(mailRules)),
  mailer: Mailer,
  smtpMail: contributes('mailProviders', SmtpMail),
};
