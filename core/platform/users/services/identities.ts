import { randomInt, randomUUID } from 'node:crypto';
import { use, type FailureKind, type Picture } from 'lectern';
import { insertRow, revise, violatedUnique, type Statement } from '../../../infrastructure/database/index.ts';
import { failures } from '../failures.ts';
import { isFor, kindColumn, type AccountKind } from './account_kinds.ts';
import { accountVersionSql, contactsChanged, type ContactRow } from './contact_changes.ts';
import { nameColumns, nameKey } from './names.ts';

export interface NewIdentity {
  readonly nickname: string;
  readonly email?: string | undefined;
  readonly mobile?: string | undefined;
  /** Hash of the password; without it, sign-in by password is impossible. */
  readonly passwordHash?: string | undefined;
}

/** Fields of an account to change; missing fields stay unchanged. */
export interface IdentityChange extends Partial<NewIdentity> {
  readonly title?: string | undefined;
  readonly about?: string | undefined;
  readonly avatar?: Picture | null | undefined;
}

/** Columns of an account that are read while its row is locked for update. */
interface Locked extends ContactRow {
  readonly truename: string;
  readonly kind: AccountKind;
  readonly hasPassword: boolean;
  readonly version: string;
}

/** Values that are unique among accounts. */
interface Key {
  readonly id: string | null;
  readonly email: string | null;
  readonly mobile: string | null;
  readonly nickname: string | null;
}

/** An account, found by a unique value. */
export interface FoundAccount {
  readonly id: string;
  /** Version of password, lock, e-mail address and mobile number. Each change ends the links and codes for the former. */
  readonly version: string;
  /** Also true for the account of an application: such an account must not skip the check of the password. */
  readonly hasPassword: boolean;
}

type Columns = Record<string, unknown> & Pick<IdentityChange, 'nickname' | 'email' | 'mobile'>;

const DIGITS = 12;

/** The unique constraints of the table `users`, and the failures of their violations. */
const taken: Readonly<Record<string, FailureKind>> = {
  users_nickname_key: failures.nicknameTaken,
  users_nickname_key_key: failures.nicknameTaken,
  users_email_key: failures.emailTaken,
  users_mobile_key: failures.mobileTaken,
};

/** Inserts and changes accounts. Constraints keep nicknames, e-mail addresses and mobile numbers unique. */
export class Identities {
  readonly #database = use('database');
  readonly #clock = use('clock');
  readonly #events = use('events');
  readonly #find: Statement<FoundAccount, Key & { readonly key: string | null }> = this.#database.statement(
    `select id, password_hash is not null or service as "hasPassword", ${accountVersionSql} as version from users
         where not destroyed and (id = :id::bigint or email = :email or mobile = :mobile or nickname = :nickname or nickname_key = :key)`,
  );

  /** Returns a random nickname, for a registration without one: `user_` and 12 digits. */
  newNickname(): string {
    return `user_${Array.from({ length: DIGITS }, () => randomInt(10)).join('')}`;
  }

  /** Returns the account that has this unique value, otherwise undefined. Pass exactly one field. */
  find(key: Partial<Key>): Promise<FoundAccount | undefined> {
    const nickname = key.nickname ?? null;
    const all = { id: null, email: null, mobile: null, ...key, nickname, key: nickname && nameKey(nickname) };
    return this.#find.first(all);
  }

  /** Adds an account with the role `ROLE_USER`. @returns its id @throws nicknameTaken, emailTaken, mobileTaken */
  add({ nickname, email, mobile, passwordHash }: NewIdentity): Promise<string> {
    const row = {
      nickname,
      email: email ?? null,
      mobile: mobile ?? null,
      password_hash: passwordHash ?? null,
      roles: ['ROLE_USER'],
      uuid: randomUUID(),
      ...nameColumns(nickname),
      created_at: this.#clock.now(),
    };
    return orTaken(() => insertRow(this.#database, 'users', row));
  }

  /**
   * Changes the account of a person.
   * @param version version that the account must have; by default any version
   * @throws userNotFound, needsAccount, accountChanged, nicknameTaken, emailTaken, mobileTaken
   */
  async change(id: string, { passwordHash, avatar, ...rest }: IdentityChange, version?: string): Promise<void> {
    const columns: Columns = {
      ...rest,
      ...(passwordHash !== undefined && { password_hash: passwordHash }),
      ...(avatar !== undefined && { avatar: avatar && JSON.stringify(avatar) }),
    };
    await orTaken(() => this.#database.transaction(() => this.#write({ id, version }, columns)));
  }

  /**
   * Locks the account of a person until the transaction ends.
   * @param version version that the account must have; by default any version
   * @throws userNotFound, needsAccount, accountChanged
   */
  async lock(id: string, version?: string): Promise<Omit<Locked, 'kind'>> {
    const { rows } = await this.#database.raw<Locked>(
      `select id, truename, ${kindColumn}, password_hash is not null as "hasPassword", email, mobile,
         contacts_version as "contactsVersion", ${accountVersionSql} as version
       from users where id = ? for update`,
      [id],
    );
    const [row] = rows;
    if (!row || row.kind === 'cancelled') throw failures.userNotFound();
    if (!isFor('change', row.kind)) throw failures.needsAccount();
    if ((version ?? row.version) !== row.version) throw failures.accountChanged();
    return row;
  }

  async #write({ id, version }: { id: string; version: string | undefined }, columns: Columns): Promise<void> {
    const row = await this.lock(id, version);
    const { nickname } = columns;
    const names = nickname === undefined ? {} : nameColumns(nickname, row.truename);
    const change = { ...columns, ...names, ...(await contactsChanged(this.#events, row, columns)) };
    await revise(this.#database, { table: 'users', id, seen: undefined, change });
  }
}

/** Runs a write, and converts a violated unique constraint to its failure. */
async function orTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const constraint = violatedUnique(error) ?? '';
    const kind = taken[constraint];
    if (!kind) throw error;
    const [, field = ''] = /^users_([a-z]+)_key/.exec(constraint) ?? [];
    throw kind({ details: [{ field, message: 'is taken' }] });
  }
}
