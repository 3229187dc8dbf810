import { asClass, asValue, contributes, extensionPoint } from 'lectern';
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
  cleanMailOutbox: contributes('jobs', asClass(CleanOutbox)),
  developmentMail: contributes('mailProviders', asClass(DevelopmentMail)),
  mailProvidersPoint: extensionPoint('mailProviders', { name: 'text', send: 'function' }),
  mailRules: contributes('safetyRules', asValue(mailRules)),
  mailer: asClass(Mailer),
  smtpMail: contributes('mailProviders', asClass(SmtpMail)),
};
