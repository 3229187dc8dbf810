import { hash, randomBytes } from 'node:crypto';
import type { Services } from 'lectern';
import { insertRow, type Database } from '../../database/index.ts';
import type { AccountsConfig } from '../config.ts';

/** Purpose of a link: to confirm a registration, to confirm a new address of an account, or to set a new password. */
export type LinkKind = 'register' | 'change' | 'reset';

export interface NewLink {
  readonly kind: LinkKind;
  readonly email: string;
  /** Undefined for `reset`, because the account is searched only when the mail is sent. */
  readonly userId?: string;
  /** Hash of the password that the account gets when the link is opened. */
  readonly passwordHash?: string;
}

/** Row of the table `email_links`. */
export interface Link {
  readonly id: string;
  readonly kind: LinkKind;
  readonly email: string;
  readonly userId: string | null;
  readonly passwordHash: string | null;
}

const columns = { id: 'id', kind: 'kind', email: 'email', userId: 'user_id', passwordHash: 'password_hash' };
const MINUTE_MS = 60_000;

/**
 * Stores links for mails; each link works once. A request only stores the link; the mail is sent later. Known and
 * unknown addresses therefore get the same answer in the same time.
 */
export class EmailLinks {
  readonly #database: Database;
  readonly #clock: Services['clock'];
  readonly #events: Services['events'];
  readonly #config: AccountsConfig;

  constructor({
    database,
    clock,
    events,
    accountsConfig,
  }: Pick<Services, 'database' | 'clock' | 'events' | 'accountsConfig'>) {
    this.#database = database;
    this.#clock = clock;
    this.#events = events;
    this.#config = accountsConfig;
  }

  /** Stores a link, and publishes `account.link_requested`; the subscriber sends the mail. */
  async request({ kind, email, userId, passwordHash }: NewLink): Promise<void> {
    const now = this.#clock.now();
    const { resetMinutes, confirmHours } = this.#config;
    const minutes = kind === 'reset' ? resetMinutes : confirmHours * 60;
    const row = {
      kind,
      email,
      user_id: userId ?? null,
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
  async issue(id: string, userId: string): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const change = { token_digest: digestOf(token), user_id: userId };
    await this.#database.table('email_links').where('id', id).update(change);
    return token;
  }

  /** Whether a token belongs to a valid link. Does not consume the link. */
  async isValid(token: string): Promise<boolean> {
    return (await this.#valid().where('token_digest', digestOf(token)).first('id')) !== undefined;
  }

  /**
   * Deletes and returns a valid link in one statement, so that only one of several concurrent requests receives the
   * link.
   * @returns undefined without such a link
   */
  async use(token: string, kinds: readonly LinkKind[]): Promise<Link | undefined> {
    const { rows } = await this.#database.raw<Link>(
      `delete from email_links where token_digest = ? and kind = any(?::text[]) and expires_at > ?
       returning id, kind, email, user_id as "userId", password_hash as "passwordHash"`,
      [digestOf(token), [...kinds], this.#clock.now()],
    );
    return rows[0];
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
