import { hash, randomBytes } from 'node:crypto';
import { use } from 'lectern';
import { insertRow } from '../../../infrastructure/database/index.ts';
import { failures } from '../failures.ts';

/** Purpose of a link: to confirm a registration, to confirm a new address of an account, or to set a new password. */
export type LinkKind = 'register' | 'change' | 'reset';

export interface NewLink {
  readonly kind: LinkKind;
  readonly email: string;
  /** Undefined for `reset`, because the account is searched only when the mail is sent. */
  readonly userId?: string;
  /** Version of the account (`identities.find`), which the account must still have when the link is opened. */
  readonly version?: string;
  /** Hash of the password that the account gets when the link is opened. */
  readonly passwordHash?: string;
}

/** Row of the table `email_links`. */
export interface Link {
  readonly id: string;
  readonly kind: LinkKind;
  readonly email: string;
  readonly userId: string | null;
  readonly version: string | null;
  readonly passwordHash: string | null;
}

/** A link with an account. */
export interface OpenedLink extends Link {
  readonly userId: string;
  readonly version: string;
}

const columns = {
  id: 'id',
  kind: 'kind',
  email: 'email',
  userId: 'user_id',
  version: 'account_version',
  passwordHash: 'password_hash',
};
const MINUTE_MS = 60_000;

/**
 * Stores links for mails; each link works once. A request only stores the link; the mail is sent later. Known and
 * unknown addresses therefore get the same answer in the same time.
 */
export class EmailLinks {
  readonly #database = use('database');
  readonly #clock = use('clock');
  readonly #events = use('events');
  readonly #config = use('accountsConfig');
  readonly #identities = use('identities');

  /** Stores a link, and publishes `account.link_requested`; the subscriber sends the mail. */
  async request({ kind, email, userId, version, passwordHash }: NewLink): Promise<void> {
    const now = this.#clock.now();
    const { resetMinutes, confirmHours } = this.#config;
    const minutes = kind === 'reset' ? resetMinutes : confirmHours * 60;
    const row = {
      kind,
      email,
      user_id: userId ?? null,
      account_version: version ?? null,
      password_hash: passwordHash ?? null,
      created_at: now,
      expires_at: new Date(now.getTime() + minutes * MINUTE_MS),
    };
    await this.#database.transaction(async () => {
      const linkId = await insertRow(this.#database, 'email_links', row);
      await this.#events.publish('account.link_requested', { linkId });
    });
  }

  /** Returns a link by id; undefined when the link is missing or expired. */
  find(id: string): Promise<Link | undefined> {
    return this.#valid().where('id', id).first(columns);
  }

  /** Creates the token of a link: 256 random bits, stored as a digest. An earlier token becomes invalid. */
  async issue(id: string, owner: Pick<Link, 'userId' | 'version'>): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const change = { token_digest: digestOf(token), user_id: owner.userId, account_version: owner.version };
    await this.#database.table('email_links').where('id', id).update(change);
    return token;
  }

  /** Returns the unused link of a token, for the account that it was made for. @throws failures.wrongLink */
  async opened(token: string, kinds: readonly LinkKind[]): Promise<OpenedLink> {
    const links = this.#valid().where('token_digest', digestOf(token)).whereIn('kind', kinds);
    const link: Link | undefined = await links.first(columns);
    if (!link?.userId || link.version === null) throw failures.wrongLink();
    return link as OpenedLink;
  }

  /**
   * Locks the account of a link and deletes the link. Refuses a link that was used, and a link for an earlier version
   * of the account. Must run in the transaction that changes the account.
   * @throws failures.wrongLink; userFailures.userNotFound for a cancelled account
   */
  async use({ id, userId, version }: OpenedLink): Promise<void> {
    // Locks the account before the link, in the order of a cancellation.
    const account = await this.#identities.lock(userId);
    const deleted = await this.#database.table('email_links').where({ id }).delete();
    if (deleted === 0 || account.version !== version) throw failures.wrongLink();
  }

  async removeOf(userId: string): Promise<void> {
    await this.#database.table('email_links').where('user_id', userId).delete();
  }

  #valid() {
    return this.#database.table('email_links').where('expires_at', '>', this.#clock.now());
  }
}

function digestOf(token: string): string {
  return hash('sha256', token, 'base64url');
}
