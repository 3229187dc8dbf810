import { couponColumns } from './coupon_rows.ts';

/**
 * Values of a purchase as one row. Its column names differ from those of `coupons`, so that statements need no
 * prefixes.
 */
const withCase = `with bought as (
  select :userId::bigint as buyer, :targetType::text as kind, :targetId::bigint as item, :price::bigint as price,
    :today::date as today)`;

/** Deduction of a coupon in hundredths, rounded down in favour of the seller. */
const deduction = `case type when 'minus' then least(rate, price) else price * (1000 - rate) / 1000 end`;

/**
 * Condition of a usable coupon. A coupon of status `receive` has an owner, for example after a closed order released
 * the coupon. `target_id` 0 means all goods of the kind. A coupon without a deduction is unusable.
 */
const fits = `status in ('unused', 'receive') and deadline >= today
  and (target_type = 'all' or (target_type = kind and target_id in (0, item))) and ${deduction} > 0`;

const takeable = `user_id in (0, buyer) and ${fits}`;

/** Coupons of a user for certain goods, the best first. */
export const usable = `${withCase} select ${couponColumns}, ${deduction} as "deductAmount" from coupons, bought
    where user_id = buyer and ${fits} order by "deductAmount" desc, deadline, coupons.id limit :limit`;

/** The deduction of a coupon, whether the buyer owns it, and whether it can be taken. */
export const quote = `${withCase} select code, ${deduction} as "deductAmount", user_id = buyer as "isOwn", ${takeable} as "isTakeable"
    from coupons, bought where code = :code`;

/** One statement checks and binds the coupon: of two concurrent calls, the second sees the result of the first. */
export const take = `${withCase} update coupons set status = 'using', user_id = buyer, order_sn = :orderSn, taken_at = :now from bought
    where code = :code and ${takeable} returning code, ${deduction} as "deductAmount"`;

const held = `order_sn = :orderSn and status = 'using'`;

export const use = `update coupons set status = 'used', used_at = :now where ${held} returning code`;

export const free = `update coupons set status = 'receive', order_sn = null, taken_at = null where ${held}`;

export const isHeld = `select from coupons where ${held}`;
