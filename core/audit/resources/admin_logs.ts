import { accepts, input, pageOf, requires, resource, returns, standardFailures, use, summary } from 'lectern';
import type { Call, InputOf } from 'lectern';
import { keysetPaging } from '../../database/index.ts';
import type { AdminLogs as AdminLogService } from '../services/admin_logs.ts';
import { adminLog } from '../shapes/admin_log.ts';

const DAY_MS = 86_400_000;

const date = (description: string) =>
  input.optional({
    ...input.text({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', expected: 'a date such as 2018-08-25', description }),
    examples: ['2018-08-25'],
  });

const conditions = {
  userId: input.optional(input.idOrZero({ description: 'Only changes by this user; 0 for those of applications.' })),
  resource: input.optional(input.text({ description: 'Only changes of this resource, such as /coupons.' })),
  startDate: date('First day, in the zone of this installation.'),
  endDate: date('Last day, included, in the zone of this installation.'),
  ...keysetPaging,
};

/** The audit trail: recorded changes by managers. */
@resource('/admin_logs')
export default class AdminLogs {
  constructor(@use('adminLogs') protected readonly logs: AdminLogService) {}

  @summary('List recorded changes by managers, newest first')
  @requires('admin_log')
  @accepts(conditions)
  @returns(pageOf(adminLog), 'public')
  search({ input: { startDate, endDate, ...query } }: Call<object, InputOf<typeof conditions>>) {
    return this.logs.list({ ...query, firstDay: dayOf('startDate', startDate), lastDay: dayOf('endDate', endDate) });
  }
}

/**
 * Returns a date as days since 1 January 1970.
 * @throws standardFailures.invalidParameter for a day that does not exist, such as 30 February
 */
function dayOf(name: string, date: string | undefined): number | undefined {
  if (date === undefined) return undefined;
  const time = Date.parse(`${date}T00:00:00Z`);
  if (!Number.isNaN(time) && new Date(time).toISOString().startsWith(date)) return time / DAY_MS;
  throw standardFailures.invalidParameter({ details: [{ field: name, message: 'must be an existing date' }] });
}
