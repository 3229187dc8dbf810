import { standardFailures, use, type Caller, type Services } from 'lectern';
import type { Knex } from 'knex';
import { Batch, type Database } from '../../../infrastructure/database/index.ts';
import { wroteLatelySql } from './last_writes.ts';

/** The user that owns a credential. */
export interface Owner {
  readonly id: string;
  readonly nickname: string;
  readonly roles: string[];
  readonly locked: boolean;
  /** Version of the user's credentials; incremented when earlier tokens and JWTs become invalid. */
  readonly credentialsVersion: number;
  /** Version of the user's e-mail address and mobile number; incremented by each change. */
  readonly contactsVersion: number;
  /** Whether the user has changed data recently; undefined without read replicas. */
  readonly wroteLately?: boolean;
}

interface TokenOwner extends Owner {
  readonly digest: string;
}

const ownerColumns = [
  'users.id',
  'nickname',
  'roles',
  'locked',
  'users.credentials_version as credentialsVersion',
  'users.contacts_version as contactsVersion',
];

/** Columns of an `Owner` in a statement that selects from `users`; `wroteLately` only when read replicas exist. */
export function ownerColumnsOf(q: Knex, { replicas }: Database) {
  return replicas ? [...ownerColumns, q.raw(`${wroteLatelySql(replicas.lagSeconds)} as "wroteLately"`)] : ownerColumns;
}

/**
 * Finds the caller for a credential. Every request reads the database, so that locks, new passwords and roles take
 * effect without delay on every replica. Concurrent requests share a statement.
 *
 * @example
 * identify: (found) => callers.ofUser(userOf(found)),
 */
export class Callers {
  readonly #roles = use('roles');
  readonly #database = use('database');
  readonly #byId: Batch<Owner> = new Batch(this.#database, ownersById(this.#database.reserved));
  readonly #byToken: Batch<TokenOwner> = new Batch(
    this.#database,
    ownersByToken(this.#database.reserved, use('clock')),
  );

  /** Returns the caller for a user id. @throws banned when the user is locked, invalidCredential for a missing user */
  async ofUser(id: string): Promise<Caller> {
    const owner = await this.owner(id);
    if (!owner) throw standardFailures.invalidCredential();
    return this.ofOwner(owner);
  }

  /** Returns the user with an id, or undefined when the user is missing or the account was cancelled. */
  owner(id: string): Promise<Owner | undefined> {
    return this.#byId.find(id);
  }

  /** Returns the owner of a valid access token, otherwise undefined. */
  ownerOfToken(digest: string): Promise<Owner | undefined> {
    return this.#byToken.find(digest);
  }

  /** Returns the caller for an owner. @throws banned when the owner is locked */
  ofOwner({ id, nickname, roles, locked, credentialsVersion, wroteLately }: Owner): Caller {
    if (locked) throw standardFailures.banned();
    const caller = { id, nickname, roles, permissions: this.#roles.permissionsOf(roles), credentialsVersion };
    return wroteLately === undefined ? caller : { wroteLately, ...caller };
  }
}

function ownersById(database: Database) {
  const statement = database.statement<Owner, { ids: readonly string[] }>((q, param) =>
    q('users')
      .whereRaw('id = any(?)', [param('ids')])
      .where('destroyed', false)
      .select(ownerColumnsOf(q, database)),
  );
  return async (ids: readonly string[]) => new Map((await statement.all({ ids })).map((owner) => [owner.id, owner]));
}

function ownersByToken(database: Database, clock: Services['clock']) {
  const statement = database.statement<TokenOwner, { digests: readonly string[]; now: Date }>((q, param) =>
    q('user_tokens')
      .join('users', 'users.id', 'user_tokens.user_id')
      .whereRaw('digest = any(?)', [param('digests')])
      .whereRaw('user_tokens.credentials_version = users.credentials_version')
      .where('expires_at', '>', param('now'))
      .where('destroyed', false)
      .select('digest', ...ownerColumnsOf(q, database)),
  );
  return async (digests: readonly string[]) => {
    const owners = await statement.all({ digests, now: clock.now() });
    return new Map(owners.map((owner) => [owner.digest, owner]));
  };
}
