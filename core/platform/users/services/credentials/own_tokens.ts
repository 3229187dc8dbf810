import { use, type Caller, type Page, type SourceOfShape } from 'lectern';
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
const columns = `id, digest, created_at as "createdTime", expires_at as "expiresTime", used_at as "usedTime",
  used_from as "usedFrom"`;

/** Lists and revokes the access tokens of a user. */
export class OwnTokens {
  readonly #database = use('database');
  readonly #clock = use('clock');
  readonly #events = use('events');
  readonly #pages = new Pages(this.#database, 'user_tokens');

  /** A page of the valid tokens of a caller, the newest first. */
  async list({ id: userId, session }: Caller, place: PagePlace): Promise<Page<OwnToken>> {
    const page = await this.#pages.list<Row>({
      order: newestFirst,
      columns,
      conditions: { 'user_id = ?': userId, 'expires_at > ?': this.#clock.now() },
      place,
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
