import { standardFailures } from 'lectern';
import type { Knex } from 'knex';
import type { Caller, Roles, Services } from 'lectern';
import { Batch, type Database } from '../../database/index.ts';
import { wroteLatelySql } from './last_writes.ts';

/** The user that owns a credential. */
export interface Owner {
  readonly id: string;
  readonly nickname: string;
  readonly roles: string[];
  readonly locked: boolean;
  /** Incremented when earlier credentials become invalid. */
  readonly credentialsVersion: number;
  /** Whether the user wrote recently; undefined without read replicas. */
  readonly wroteLately?: boolean;
}

/** A token and its owner. */
interface TokenOwner extends Owner {
  readonly digest: string;
}

const ownerColumns = ['users.id', 'nickname', 'roles', 'locked', 'users.credentials_version as credentialsVersion'];

/** Adds `wroteLately` only when read replicas exist. */
function columnsOf(q: Knex, { replicas }: Database) {
  return replicas ? [...ownerColumns, q.raw(`${wroteLatelySql(replicas.lagSeconds)} as "wroteLately"`)] : ownerColumns;
}

/**
 * Callers by credential. Every request reads the database, so that locks, new passwords and roles take effect without
 * delay on every replica. Concurrent requests share a statement.
 */
export class Callers {
  readonly #roles: Roles;
  readonly #byId: Batch<Owner>;
  readonly #byToken: Batch<TokenOwner>;

  constructor({ database, clock, roles }: Pick<Services, 'database' | 'clock' | 'roles'>) {
    this.#roles = roles;
    // Reserved connections: other requests must not delay authentication.
    this.#byId = new Batch(database, ownersById(database.reserved));
    this.#byToken = new Batch(database, ownersByToken(database.reserved, clock));
  }

  /** Caller for a user id. @throws banned when the user is locked, invalidCredential when the user is missing */
  async ofUser(id: string): Promise<Caller> {
    const owner = await this.owner(id);
    if (!owner) throw standardFailures.invalidCredential();
    return this.ofOwner(owner);
  }

  /** User with an id, or undefined when the user is missing or the account was cancelled. */
  owner(id: string): Promise<Owner | undefined> {
    return this.#byId.find(id);
  }

  /** Owner of a valid token, otherwise undefined. */
  ownerOfToken(digest: string): Promise<Owner | undefined> {
    return this.#byToken.find(digest);
  }

  /** @throws banned when the owner is locked */
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
      .select(columnsOf(q, database)),
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
      .select('digest', ...columnsOf(q, database)),
  );
  return async (digests: readonly string[]) => {
    const owners = await statement.all({ digests, now: clock.now() });
    return new Map(owners.map((owner) => [owner.digest, owner]));
  };
}
