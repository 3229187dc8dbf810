import { asValue, contributes } from 'lectern';
import { accountRules } from './safety_rules.ts';
import { AccountLimits } from './services/account_limits.ts';
import { CleanLinks } from './services/clean_links.ts';
import { Confirmations } from './services/confirmations.ts';
import { Contacts } from './services/contacts.ts';
import { EmailLinks } from './services/email_links.ts';
import { LinkMails } from './services/link_mails.ts';
import { PasswordResets } from './services/password_resets.ts';
import { Portraits } from './services/portraits.ts';
import { Registration } from './services/registration.ts';
import { SmsLogins } from './services/sms_logins.ts';

/** Section `modules.accounts` of the configuration; `module.json` describes each value. */
interface AccountsConfig {
  readonly page?: string;
  readonly resetMinutes: number;
  readonly confirmHours: number;
  readonly mailsToAddressPerHour: number;
  readonly mailsOfNetworkPerHour: number;
  readonly mailsOfAccountPerDay: number;
  readonly codesOfNetworkPerHour: number;
  readonly portraitsPerHour: number;
}

declare module 'lectern' {
  interface Services {
    accountLimits: AccountLimits;
    accountsConfig: AccountsConfig;
    confirmations: Confirmations;
    contacts: Contacts;
    emailLinks: EmailLinks;
    linkMails: LinkMails;
    passwordResets: PasswordResets;
    portraits: Portraits;
    registration: Registration;
    smsLogins: SmsLogins;
  }

  interface Events {
    /** A link must be sent by mail. The row `linkId` of `email_links` contains its kind and its recipient. */
    'account.link_requested': { readonly linkId: string };
    /**
     * An account is about to be registered, by one of `email`, `mobile` and `provider`. Checks in the extension point
     * `eventChecks` may refuse the registration.
     */
    'user.registering': {
      readonly nickname: string;
      readonly email: string | null;
      readonly mobile: string | null;
      readonly provider: string | null;
    };
  }
}

export default {
  accountLimits: AccountLimits,
  accountRules: contributes('safetyRules', asValue(accountRules)),
  cleanLinks: contributes('jobs', CleanLinks),
  confirmations: Confirmations,
  contacts: Contacts,
  emailLinks: EmailLinks,
  linkMails: LinkMails,
  passwordResets: PasswordResets,
  portraits: Portraits,
  registration: Registration,
  smsLogins: SmsLogins,
};
