import { randomBytes } from 'node:crypto';
import { use } from 'lectern';
import { insertRow, violatedUnique } from '../../../infrastructure/database/index.ts';
import { wrongField } from '../../goods/index.ts';
import { failures } from '../failures.ts';
import type { NewCoupon } from '../inputs.ts';
import { ANY_GOODS, couponTargets, NONE } from '../enums.ts';
import { isDate } from './coupon_deadlines.ts';

const FULL_PRICE = 10_00;
const CODE_LENGTH = 16;
// 32 characters without similar pairs. As 32 divides 256, random bytes select all characters equally often.
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Creates and removes coupons, for managers. */
export class CouponEditing {
  readonly #clock = use('clock');
  readonly #contributions = use('contributions');
  readonly #database = use('database');
  readonly #deadlines = use('couponDeadlines');
  readonly #users = use('users');

  /**
   * Creates a coupon.
   * @returns id of the coupon
   * @throws failures.codeTaken
   * @throws standardFailures.invalidParameter for values that a coupon cannot have, such as an unknown owner
   */
  async add(input: NewCoupon): Promise<string> {
    const { code = newCode(), type, rate, deadline, userId, targetType = ANY_GOODS, targetId = NONE } = input;
    this.#refuseWrong({ type, rate, deadline, targetType, targetId });
    if (userId !== undefined) await this.#users.mustBePeople('userId', [userId]);
    const owner = userId === undefined ? { user_id: NONE, status: 'unused' } : { user_id: userId, status: 'receive' };
    const target = { target_type: targetType, target_id: targetId };
    const row = { code, type, rate, deadline, ...owner, ...target, created_at: this.#clock.now() };
    try {
      return await insertRow(this.#database, 'coupons', row);
    } catch (error) {
      if (violatedUnique(error) !== undefined) throw failures.codeTaken();
      throw error;
    }
  }

  /** Removes a coupon that is not bound to an order. @throws failures.couponNotFound, failures.couponInUse */
  async remove(id: string): Promise<void> {
    const coupons = () => this.#database.table('coupons').where({ id });
    if ((await coupons().where('order_sn', null).delete()) > 0) return;
    throw (await coupons().first('id')) ? failures.couponInUse() : failures.couponNotFound();
  }

  #refuseWrong({ type, rate, deadline, targetType, targetId }: Omit<Required<NewCoupon>, 'code' | 'userId'>): void {
    if (rate === 0 || (type === 'discount' && rate >= FULL_PRICE)) {
      throw wrongField(
        'rate',
        'above 0.00; for a discount also below 10.00 (8.50 means that 85 % of the price is paid)',
      );
    }
    if (!isDate(deadline)) throw wrongField('deadline', 'an existing date');
    if (deadline < this.#deadlines.date()) throw wrongField('deadline', 'today or later');
    const kinds = couponTargets({ contributions: this.#contributions });
    if (!kinds.includes(targetType)) throw wrongField('targetType', `one of ${kinds.join(', ')}`);
    if (targetType === ANY_GOODS && targetId !== NONE) throw wrongField('targetId', '0 where targetType is all');
  }
}

function newCode(): string {
  return Array.from(randomBytes(CODE_LENGTH), (byte) => alphabet.charAt(byte % alphabet.length)).join('');
}
