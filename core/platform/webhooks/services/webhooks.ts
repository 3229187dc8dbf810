import { use, type Page, type SourceOfShape } from 'lectern';
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

/** Reads webhooks. The service account of an application sees only those that it has made. */
export class Webhooks {
  readonly #database = use('database');
  readonly #pages = new Pages(this.#database, 'webhooks');

  /** @throws failures.webhookNotFound */
  async get(id: string, by: { readonly id: string }): Promise<Webhook> {
    const { rows } = await this.#database.raw<Webhook>(
      `select ${columns} from webhooks where id = ? and user_id = coalesce(?, user_id)`,
      [id, await this.onlyOf(by)],
    );
    if (rows[0]) return rows[0];
    throw failures.webhookNotFound();
  }

  /** A page of webhooks, the newest first. */
  async list(place: PagePlace, by: { readonly id: string }): Promise<Page<Webhook>> {
    const conditions = { 'user_id = ?': (await this.onlyOf(by)) ?? undefined };
    return this.#pages.list<Webhook>({ order: newestFirst, columns, conditions, place, forOperators: true });
  }

  /** The id of a service account, which sees only its own webhooks; null for a person, who sees all. */
  async onlyOf({ id }: { readonly id: string }): Promise<string | null> {
    const account = await this.#database
      .table<{ id: string; service: boolean }>('users')
      .where({ id })
      .first('service');
    return account?.service === true ? id : null;
  }
}
