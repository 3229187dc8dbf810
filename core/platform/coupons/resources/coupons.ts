import { accepts, creates, fails, input, pageOf, requires, resource, returns, use, summary } from 'lectern';
import type { Call, InputOf } from 'lectern';
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

@resource('/coupons')
export default class Coupons {
  protected readonly records = use('couponRecords');
  protected readonly editing = use('couponEditing');

  @summary('List coupons of all users, newest first')
  @requires('admin_order')
  @accepts(conditions)
  @returns(pageOf(couponRecord), 'public')
  search({ input: query }: Call<object, InputOf<typeof conditions>>) {
    return this.records.list(query);
  }

  @summary('Get a coupon')
  @requires('admin_order')
  @fails(failures.couponNotFound)
  @returns(couponRecord, 'public')
  get({ params }: Call<{ id: string }>) {
    return this.records.get(params.id);
  }

  @summary('Create a coupon')
  @requires('admin_order')
  @accepts(newCoupon)
  @creates
  @fails(failures.codeTaken)
  @returns(couponRecord, 'public')
  async add({ input }: Call<object, NewCoupon>) {
    return this.records.get(await this.editing.add(input));
  }

  @summary('Remove a coupon that is not bound to an order')
  @requires('admin_order')
  @fails(failures.couponNotFound, failures.couponInUse)
  @returns(done, 'public')
  async remove({ params: { id } }: Call<{ id: string }>) {
    await this.editing.remove(id);
    return { success: true };
  }
}
