/** A mail to one person, as plain text. */
export interface Mail {
  /** E-mail address, without a name. */
  readonly to: string;
  readonly subject: string;
  /** Secret: it may contain a link with a token, which must not reach an error message or the log. */
  readonly text: string;
}

/**
 * Provider that sends mail, contributed to the extension point `mailProviders`. The setting `modules.mail.provider`
 * selects a provider by name.
 * @example
 * // services.ts of a plugin that requires `mail`
 * export default { pigeonMail: contributes('mailProviders', PigeonMail) };
 */
export interface MailProvider {
  /** Unique name, for the setting `modules.mail.provider`; `none` is reserved. */
  readonly name: string;
  /** Sends a mail. After any error, the mail is treated as not sent. */
  send(mail: Mail): Promise<void>;
}
