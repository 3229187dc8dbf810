import { standardFailures } from 'lectern';
import type { Caller, Roles, Services } from 'lectern';
import type { Database } from '../../database/index.ts';
import { Batch } from './batch.ts';

/** What is known of the owner of a credential. */
export interface Owner {
  readonly id: string;
  readonly nickname: string;
  readonly roles: string[];
  readonly locked: boolean;
  /** Grows whenever credentials given out before must no longer be valid. */
  readonly credentialsVersion: number;
}

/** A token and its owner. */
interface TokenOwner extends Owner {
  readonly digest: string;
}

const ownerColumns = ['users.id', 'nickname', 'roles', 'locked', 'users.credentials_version as credentialsVersion'];

/**
 * Who calls. The database is asked for every request, so that a lock, a new password or a role counts at once on every
 * replica; requests that come together share one statement.
 */
export class Callers {
  readonly #roles: Roles;
  readonly #byId: Batch<Owner>;
  readonly #byToken: Batch<TokenOwner>;

  constructor({ database, clock, roles }: Pick<Services, 'database' | 'clock' | 'roles'>) {
    this.#roles = roles;
    this.#byId = new Batch(ownersById(database));
    this.#byToken = new Batch(ownersByToken(database, clock));
  }

  /** A user as the caller of a request. @throws banned when locked, invalidCredential when there is none */
  async ofUser(id: string): Promise<Caller> {
    const owner = await this.owner(id);
    if (!owner) throw standardFailures.invalidCredential();
    return this.ofOwner(owner);
  }

  /** What is known of a user now, or undefined when there is none or the account was cancelled. */
  owner(id: string): Promise<Owner | undefined> {
    return this.#byId.find(id);
  }

  /** The owner of a token that has not expired. */
  ownerOfToken(digest: string): Promise<Owner | undefined> {
    return this.#byToken.find(digest);
  }

  /** @throws banned when the owner is locked */
  ofOwner({ id, nickname, roles, locked, credentialsVersion }: Owner): Caller {
    if (locked) throw standardFailures.banned();
    return { id, nickname, roles, permissions: this.#roles.permissionsOf(roles), credentialsVersion };
  }
}

function ownersById(database: Database) {
  const statement = database.statement<Owner, { ids: readonly string[] }>((q, param) =>
    q('users')
      .whereRaw('id = any(?)', [param('ids')])
      .where('destroyed', false)
      .select(ownerColumns),
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
      .select('digest', ...ownerColumns),
  );
  return async (digests: readonly string[]) => {
    const owners = await statement.all({ digests, now: clock.now() });
    return new Map(owners.map((owner) => [owner.digest, owner]));
  };
}
