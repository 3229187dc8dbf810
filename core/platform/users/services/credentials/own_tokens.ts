import { use } from 'lectern';
import type { Caller, Page, SourceOfShape } from 'lectern';
import { ListOrder, Pages, type PagePlace } from '../../../../infrastructure/database/index.ts';
import { failures } from '../../failures.ts';
import type { ownToken } from '../../shapes/login.ts';

/** A valid access token in lists for its user, without the token itself. */
export type OwnToken = SourceOfShape<typeof ownToken, 'public'>;

type Row = Omit<OwnToken, 'current'> & { readonly digest: string };

const newestFirst = new ListOrder('user_tokens', [
  { column: 'created_at', type: 'time', descending: true },
  { column: 'id', type: 'integer', descending: true },
]);
const columns = {
  id: 'id',
  digest: 'digest',
  createdTime: 'created_at',
  expiresTime: 'expires_at',
  usedTime: 'used_at',
  usedFrom: 'used_from',
};

/** Lists and revokes the access tokens of a user. */
export class OwnTokens {
  readonly #database = use('database');
  readonly #clock = use('clock');
  readonly #events = use('events');
  readonly #pages = new Pages(this.#database, 'user_tokens');

  /** A page of the valid tokens of a caller, the newest first. */
  async list({ id: userId, session }: Caller, place: PagePlace): Promise<Page<OwnToken>> {
    const page = await this.#pages.read<Row>({
      order: newestFirst,
      columns: () => [columns],
      found: (q, value) => q('user_tokens').where('user_id', value('userId')).where('expires_at', '>', value('now')),
      values: { userId, now: this.#clock.now() },
      place,
      variant: 'own',
    });
    const own = session?.kind === 'token' ? session.digest : undefined;
    return { ...page, data: page.data.map(({ digest, ...token }) => ({ ...token, current: digest === own })) };
  }

  /** Revokes a token of a user, and publishes `user.logout`. @throws failures.noSuchToken */
  async remove(userId: string, id: string): Promise<void> {
    await this.#database.transaction(async () => {
      const removed = await this.#database.table('user_tokens').where({ id, user_id: userId }).delete();
      if (removed === 0) throw failures.noSuchToken();
      await this.#events.publish('user.logout', { userId });
    });
  }
}
