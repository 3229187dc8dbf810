import { use, type Page, type SourceOfShape } from 'lectern';
import {
  Batch,
  ListOrder,
  Pages,
  type Database,
  type PagePlace,
  type Statement,
} from '../../../infrastructure/database/index.ts';
import { ownerColumnsOf, type Owner } from '../../users/index.ts';
import { failures } from '../failures.ts';
import { tokenDigest } from '../keys.ts';
import type { application as applicationShape } from '../shapes/application.ts';

/** An application with its service account. */
export type Application = SourceOfShape<typeof applicationShape, 'public'>;

/** The service account of an application, found by an Access-Token. */
export interface ApplicationOwner extends Owner {
  readonly applicationId: string;
}

const columns = `id, app_key as "appKey", user_id as "userId", digest is null as configured,
  last_used_at as "lastUsedTime", created_at as "createdTime",
  (select nickname from users where users.id = user_id) as name,
  (select roles from users where users.id = user_id) as roles,
  (select not locked from users where users.id = user_id) as enabled`;
const newestFirst = new ListOrder('applications', [{ column: 'id', type: 'integer', descending: true }]);

/** Reads applications, for managers and for authentication. */
export class Applications {
  readonly #database = use('database');
  readonly #pages = new Pages(this.#database, 'applications');
  readonly #byId: Statement<Application, { id: string }> = this.#database.statement(
    `select ${columns} from applications where id = :id`,
  );
  readonly #byDigest: Batch<ApplicationOwner> = new Batch(this.#database, ownersByDigest(this.#database.reserved));

  /** @throws failures.applicationNotFound */
  async get(id: string): Promise<Application> {
    const found = await this.#byId.first({ id });
    if (found) return found;
    throw failures.applicationNotFound();
  }

  list(place: PagePlace): Promise<Page<Application>> {
    return this.#pages.list({ order: newestFirst, columns, conditions: {}, place });
  }

  /**
   * Finds the service account of an Access-Token; undefined for an unknown token. Each request reads the database, so
   * that changes of an application take effect immediately on every replica.
   */
  ownerOf(accessToken: string): Promise<ApplicationOwner | undefined> {
    return this.#byDigest.find(tokenDigest(accessToken).toString('base64url'));
  }
}

function ownersByDigest(database: Database) {
  const statement = database.statement<ApplicationOwner & { digest: string }, { digests: readonly string[] }>(
    (q, param) =>
      q('applications')
        .join('users', 'users.id', 'applications.user_id')
        .whereRaw('digest = any(?)', [param('digests')])
        .where('destroyed', false)
        .select('digest', 'applications.id as applicationId', ...ownerColumnsOf(q, database)),
  );
  return async (digests: readonly string[]) => {
    const owners = await statement.all({ digests });
    return new Map(owners.map((owner) => [owner.digest, owner]));
  };
}
