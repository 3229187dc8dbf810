import { couponColumns } from './coupon_rows.ts';

const caseParams = ['userId', 'targetType', 'targetId', 'price', 'today'] as const;

/**
 * Values of a purchase as one row. Its column names differ from those of `coupons`, so that statements need no
 * prefixes.
 */
const withCase = `with bought as (
  select ?::bigint as buyer, ?::text as kind, ?::bigint as item, ?::bigint as price, ?::date as today)`;

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
export const usable = {
  sql: `${withCase} select ${couponColumns}, ${deduction} as "deductAmount" from coupons, bought
    where user_id = buyer and ${fits} order by "deductAmount" desc, deadline, coupons.id limit ?`,
  params: [...caseParams, 'limit'],
} as const;

/** The deduction of a coupon, whether the buyer owns it, and whether it can be taken. */
export const quote = {
  sql: `${withCase} select code, ${deduction} as "deductAmount", user_id = buyer as "isOwn", ${takeable} as "isTakeable"
    from coupons, bought where code = ?`,
  params: [...caseParams, 'code'],
} as const;

/** One statement checks and binds the coupon: of two concurrent calls, the second sees the result of the first. */
export const take = {
  sql: `${withCase} update coupons set status = 'using', user_id = buyer, order_sn = ?, taken_at = ? from bought
    where code = ? and ${takeable} returning code, ${deduction} as "deductAmount"`,
  params: [...caseParams, 'orderSn', 'now', 'code'],
} as const;

const held = `order_sn = ? and status = 'using'`;

export const use = {
  sql: `update coupons set status = 'used', used_at = ? where ${held} returning code`,
  params: ['now', 'orderSn'],
} as const;

export const free = {
  sql: `update coupons set status = 'receive', order_sn = null, taken_at = null where ${held}`,
  params: ['orderSn'],
} as const;

export const isHeld = { sql: `select from coupons where ${held}`, params: ['orderSn'] } as const;
