import { accepts, input, pageOf, requires, resource, returns, use, summary, type Call } from 'lectern';
import { daysInput, keysetPaging } from '../../database/index.ts';
import { adminLog } from '../shapes/admin_log.ts';

const conditions = {
  userId: input.optional(input.idOrZero({ description: 'Only changes by this user; 0 for those of applications.' })),
  resource: input.optional(input.text({ description: 'Only changes of this resource, such as /coupons.' })),
  ...daysInput(),
  ...keysetPaging,
};

/** The audit trail: recorded changes by managers and commands. */
@resource('/admin_logs')
export default class AdminLogs {
  protected readonly logs = use('adminLogs');

  @summary('List recorded changes by managers, newest first')
  @requires('admin_log')
  @accepts(conditions)
  @returns(pageOf(adminLog), 'public')
  search({ input: query }: Call<object, typeof conditions>) {
    return this.logs.list(query);
  }
}
