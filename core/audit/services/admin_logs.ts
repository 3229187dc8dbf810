import { Zone, type Page, type Services, type SourceOfShape } from 'lectern';
import { ListOrder, Pages, type PagePlace } from '../../database/index.ts';
import type { adminLog } from '../shapes/admin_log.ts';

/** An entry of the audit trail. */
export type AdminLog = SourceOfShape<typeof adminLog, 'public'>;

/** Filters and position of a list of entries. */
export interface AdminLogQuery extends PagePlace {
  readonly userId?: string | undefined;
  readonly resource?: string | undefined;
  /** First and last day, both included, as days since 1 January 1970. */
  readonly firstDay?: number | undefined;
  readonly lastDay?: number | undefined;
}

const columns = `id, user_id as "userId", nickname, action, resource, path, fields, before, after,
  request_id as "requestId", created_at as "createdTime"`;
const newestFirst = new ListOrder('admin_logs', [
  { column: 'created_at', type: 'time', descending: true },
  { column: 'id', type: 'integer', descending: true },
]);
const conditions = {
  userId: 'user_id = ?',
  resource: 'resource = ?',
  from: 'created_at >= ?',
  until: 'created_at < ?',
} as const;
const SECOND_MS = 1_000;

/** Reads the audit trail. */
export class AdminLogs {
  readonly #pages: Pages;
  readonly #zone: Zone;

  constructor({ config, database }: Pick<Services, 'config' | 'database'>) {
    this.#pages = new Pages(database, 'admin_logs');
    this.#zone = new Zone(config.zone);
  }

  list({ userId, resource, firstDay, lastDay, ...place }: AdminLogQuery): Promise<Page<AdminLog>> {
    const start = (day: number | undefined) =>
      day === undefined ? undefined : new Date(this.#zone.endOf(day - 1).getTime() + SECOND_MS);
    const values = {
      userId,
      resource,
      from: start(firstDay),
      until: lastDay === undefined ? undefined : start(lastDay + 1),
    };
    const names = (Object.keys(conditions) as (keyof typeof conditions)[]).filter((name) => values[name] !== undefined);
    return this.#pages.read<AdminLog>({
      order: newestFirst,
      columns: (q) => [q.raw(columns)],
      found: (q, value) => {
        const found = q('admin_logs');
        for (const name of names) found.whereRaw(conditions[name], [value(name)]);
        return found;
      },
      values,
      place,
      variant: names.join(),
      list: undefined,
    });
  }
}
