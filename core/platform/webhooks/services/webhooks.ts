import { use, type Caller, type Page, type SourceOfShape } from 'lectern';
import { ListOrder, Pages } from '../../../infrastructure/database/index.ts';
import { failures } from '../failures.ts';
import type { webhook } from '../shapes/webhook.ts';

export type Webhook = SourceOfShape<typeof webhook, 'public'>;

interface PagePlace {
  readonly offset: number;
  readonly limit: number;
  readonly after?: string | undefined;
}

const columns = `id, user_id as "userId", url, events, note, active, disabled_reason as "disabledReason",
  created_at as "createdTime", updated_at as "updatedTime"`;
const newestFirst = new ListOrder('webhooks', [{ column: 'id', type: 'integer', descending: true }]);

type Owner = Pick<Caller, 'id'>;

/** Reads webhooks. Each account sees only its own, because they tell what the account may see. */
export class Webhooks {
  readonly #database = use('database');
  readonly #pages = new Pages(this.#database, 'webhooks');

  /** @throws failures.webhookNotFound */
  async get(id: string, { id: owner }: Owner): Promise<Webhook> {
    const { rows } = await this.#database.raw<Webhook>(`select ${columns} from webhooks where id = ? and user_id = ?`, [
      id,
      owner,
    ]);
    if (rows[0]) return rows[0];
    throw failures.webhookNotFound();
  }

  /** A page of the webhooks of an account, the newest first. */
  list(place: PagePlace, { id: owner }: Owner): Promise<Page<Webhook>> {
    return this.#pages.list<Webhook>({ order: newestFirst, columns, conditions: { 'user_id = ?': owner }, place });
  }
}
