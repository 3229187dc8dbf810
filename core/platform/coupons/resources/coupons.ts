import { accepts, creates, fails, pageOf, resource, returns, use, summary, type Call } from 'lectern';
import { done } from '../../users/index.ts';
import { failures } from '../failures.ts';
import { couponConditions, newCoupon, type NewCoupon } from '../inputs.ts';
import { couponRecord } from '../shapes/coupon.ts';

@resource('/coupons', { requires: 'admin_order', missing: failures.couponNotFound })
export default class Coupons {
  protected readonly records = use('couponRecords');
  protected readonly editing = use('couponEditing');

  @summary('List coupons of all users, newest first')
  @accepts(couponConditions)
  @returns(pageOf(couponRecord), 'public')
  search({ input: query }: Call<object, typeof couponConditions>) {
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
