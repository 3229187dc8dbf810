import { accepts, fails, input, pageOf, resource, returns, use, summary, type Call } from 'lectern';
import { keysetPaging } from '../../../infrastructure/database/index.ts';
import { accountOf, userFailures } from '../../users/index.ts';
import { couponRecord } from '../shapes/coupon.ts';
import { couponStatuses } from '../enums.ts';

const conditions = {
  status: input.optional(input.oneOf(couponStatuses, { description: 'Only coupons with this status.' })),
  ...keysetPaging,
};

@resource('/me/coupons')
export default class MyCoupons {
  protected readonly records = use('couponRecords');

  @summary('List your coupons, newest first. Expired ones are included.')
  @accepts(conditions)
  @fails(userFailures.needsAccount)
  @returns(pageOf(couponRecord), 'public')
  async search({ user, input: query }: Call<object, typeof conditions>) {
    return this.records.list({ ...query, userId: accountOf(user) });
  }
}
