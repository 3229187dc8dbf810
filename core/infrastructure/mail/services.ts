import { asValue, contributes, extensionPoint } from 'lectern';
import { deletesAgedRows } from '../jobs/index.ts';
import type { MailConfig } from './config.ts';
import type { MailProvider } from './mail_provider.ts';
import { mailRules } from './safety_rules.ts';
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
  cleanMailOutbox: deletesAgedRows('mail.clean', [{ table: 'mail_outbox', column: 'created_at', days: 1 }]),
  developmentMail: contributes('mailProviders', DevelopmentMail),
  mailProvidersPoint: extensionPoint('mailProviders', { name: 'text', send: 'function' }),
  mailRules: contributes('safetyRules', asValue(mailRules)),
  mailer: Mailer,
  smtpMail: contributes('mailProviders', SmtpMail),
};
