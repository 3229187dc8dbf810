import { accepts, creates, fails, input, pageOf, resource, returns, use, summary, type Call } from 'lectern';
import { keysetPaging } from '../../../infrastructure/database/index.ts';
import { done } from '../../users/index.ts';
import { failures } from '../failures.ts';
import { newCoupon, type NewCoupon } from '../inputs.ts';
import { couponRecord } from '../shapes/coupon.ts';
import { couponStatuses } from '../enums.ts';

const conditions = {
  code: input.optional(input.text({ description: 'Only the coupon with this code.' })),
  status: input.optional(input.oneOf(couponStatuses, { description: 'Only coupons with this status.' })),
  userId: input.optional(input.idOrZero({ description: 'Only coupons of this user; 0 for unclaimed ones.' })),
  ...keysetPaging,
};

@resource('/coupons', { requires: 'admin_order', missing: failures.couponNotFound })
export default class Coupons {
  protected readonly records = use('couponRecords');
  protected readonly editing = use('couponEditing');

  @summary('List coupons of all users, newest first')
  @accepts(conditions)
  @returns(pageOf(couponRecord), 'public')
  search({ input: query }: Call<object, typeof conditions>) {
    return this.records.list(query);
  }

  @summary('Get a coupon')
  @returns(couponRecord, 'public')
  get({ params }: Call<{ id: string }>) {
    return this.records.get(params.id);
  }

  @summary('Create a coupon')
  @accepts(newCoupon)
  @creates
  @fails(failures.codeTaken)
  @returns(couponRecord, 'public')
  async add({ input }: Call<object, NewCoupon>) {
    return this.records.get(await this.editing.add(input));
  }

  @summary('Remove a coupon that is not bound to an order')
  @fails(failures.couponInUse)
  @returns(done, 'public')
  async remove({ params: { id } }: Call<{ id: string }>) {
    await this.editing.remove(id);
    return { success: true };
  }
}
