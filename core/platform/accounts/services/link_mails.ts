import { use, type Events } from 'lectern';
import type { Mail } from '../../../infrastructure/mail/index.ts';
import { site } from '../../../infrastructure/settings/index.ts';
import type { Link, LinkKind } from './email_links.ts';

type ContactsChanged = Pick<Events['user.contacts_changed'], 'email' | 'fields'>;

/** Subject and first paragraph of the mail, by kind of link. */
const texts: Readonly<Record<LinkKind, readonly [subject: string, text: string]>> = {
  register: [
    'Confirm your e-mail address',
    'Somebody has registered with this e-mail address. If it was you, open this link:',
  ],
  change: [
    'Confirm your e-mail address',
    'This e-mail address was entered for an account. If the account is yours, open this link:',
  ],
  reset: ['Set a new password', 'A new password was asked for. If it was you, open this link:'],
};
const taken = [
  'You have an account already',
  'Somebody wanted to use this e-mail address for an account. It already belongs to your account, so nothing changed. ' +
    'If it was you, sign in, or ask for a new password.',
] as const;

/** Sends the mails of links, and notices of changes, outside of the requests that asked for the links. */
export class LinkMails {
  readonly #config = use('accountsConfig');
  readonly #links = use('emailLinks');
  readonly #identities = use('identities');
  readonly #mailer = use('mailer');
  readonly #publicUrl = use('publicUrl');
  readonly #settings = use('settings');

  /**
   * Sends the mail of a valid link. If an account has the address already, a notice replaces the link to confirm the
   * address. An address without an account gets no mail about a password.
   * @throws standardFailures.unavailable when the mail cannot be sent; the event is then delivered again
   */
  async send(linkId: string): Promise<void> {
    const link = await this.#links.find(linkId);
    if (!link) return;
    const owner = await this.#identities.find({ email: link.email });
    if (link.kind === 'reset') {
      if (owner) await this.#sendLink({ ...link, userId: owner.id, version: owner.version });
    } else if (owner) await this.#send(link.email, taken);
    else await this.#sendLink(link);
  }

  /** Tells the address that an account had before a change. Sends nothing without a mail provider. */
  async sendNotice({ email, fields }: ContactsChanged): Promise<void> {
    if (!this.#mailer.isEnabled) return;
    const names = fields.map((field) => (field === 'email' ? 'e-mail address' : 'mobile number')).join(' and ');
    await this.#send(email, [
      'Your account was changed',
      `The ${names} of your account was changed. Links and codes that were sent before have ended. ` +
        'If it was not you, set a new password, and contact us.',
    ]);
  }

  async #sendLink({ id, kind, email, ...owner }: Link): Promise<void> {
    const token = await this.#links.issue(id, owner);
    const page = this.#config.page ?? `${this.#publicUrl()}/account`;
    const [subject, text] = texts[kind];
    // Browsers send the part after # neither to servers nor in `Referer`, so that the token appears in no log.
    const address = `${page}#${kind === 'reset' ? 'reset_password' : 'confirm_email'}=${token}`;
    await this.#send(email, [subject, `${text}\n\n${address}\n\nIf it was not you, ignore this mail.`]);
  }

  async #send(to: string, [subject, text]: readonly [string, string]): Promise<void> {
    const { name } = await this.#settings.get(site);
    const mail: Mail = { to, subject: `${name}: ${subject}`, text: `${text}\n\n${name}\n` };
    await this.#mailer.send(mail);
  }
}
