import { use, type Page, type SourceOfShape } from 'lectern';
import { Days, ListOrder, Pages, type DayRange, type PagePlace } from '../../database/index.ts';
import type { adminLog } from '../shapes/admin_log.ts';

/** An entry of the audit trail. */
export type AdminLog = SourceOfShape<typeof adminLog, 'public'>;

/** Filters and position of a list of entries. */
export interface AdminLogQuery extends PagePlace, DayRange {
  readonly userId?: string | undefined;
  readonly resource?: string | undefined;
}

const columns = `id, user_id as "userId", nickname, action, resource, path, fields, before, after,
  request_id as "requestId", created_at as "createdTime"`;
const newestFirst = new ListOrder('admin_logs', [
  { column: 'created_at', type: 'time', descending: true },
  { column: 'id', type: 'integer', descending: true },
]);

/** Reads the audit trail. */
export class AdminLogs {
  readonly #pages: Pages = new Pages(use('database'), 'admin_logs');
  readonly #days = new Days(use('config').zone);

  list({ userId, resource, startDate, endDate, ...place }: AdminLogQuery): Promise<Page<AdminLog>> {
    const { since, before } = this.#days.instantsOf({ startDate, endDate });
    return this.#pages.list({
      order: newestFirst,
      columns,
      conditions: {
        'user_id = ?': userId,
        'resource = ?': resource,
        'created_at >= ?': since,
        'created_at < ?': before,
      },
      place,
      forOperators: true,
    });
  }
}
