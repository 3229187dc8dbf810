import { use, type Page, type SourceOfShape } from 'lectern';
import { ListOrder, Pages, type Write } from '../../../infrastructure/database/index.ts';
import { failures } from '../failures.ts';
import type { CouponQuery } from '../inputs.ts';
import type { couponRecord } from '../shapes/coupon.ts';
import { couponStatuses, type CouponStatus } from '../enums.ts';
import { couponColumns, couponOf, type CouponRow } from './coupon_rows.ts';

/** A coupon with its status and its order, for its owner and for managers. */
export type CouponRecord = SourceOfShape<typeof couponRecord, 'public'>;

interface RecordRow extends CouponRow {
  readonly orderSn: string | null;
  readonly takenTime: Date | null;
  readonly usedTime: Date | null;
  readonly createdTime: Date;
}

const columns = `${couponColumns}, order_sn as "orderSn", taken_at as "takenTime", used_at as "usedTime",
  created_at as "createdTime"`;

const newestFirst = new ListOrder('coupons', [{ column: 'id', type: 'integer', descending: true }]);

/** Reads coupons, for their owners and for managers. */
export class CouponRecords {
  readonly #database = use('database');
  readonly #deadlines = use('couponDeadlines');
  readonly #pages = new Pages(this.#database, 'coupons');

  /** @throws failures.couponNotFound */
  async get(id: string): Promise<CouponRecord> {
    const { rows } = await this.#database.raw<RecordRow>(`select ${columns} from coupons where id = ?`, [id]);
    if (rows[0]) return couponOf(rows[0], this.#deadlines);
    throw failures.couponNotFound();
  }

  async list(query: CouponQuery): Promise<Page<CouponRecord>> {
    const values = conditionsOf(query);
    const page = await this.#pages.read<RecordRow>({
      order: newestFirst,
      columns: (q) => [q.raw(columns)],
      found: couponsWith(Object.keys(values)),
      // One part for each status: an index returns the coupons of an owner in a status in list order.
      ...(query.userId !== undefined && query.status === undefined && { parts: couponStatuses.map(partOf(values)) }),
      values,
      place: query,
      variant: Object.keys(values).join(),
      forOperators: query.userId === undefined || query.userId === '0',
    });
    return { ...page, data: page.data.map((row) => couponOf(row, this.#deadlines)) };
  }
}

/** Returns the values of the given filters, by column. */
function conditionsOf({ code, status, userId: user_id }: CouponQuery): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries({ code, status, user_id }).filter(([, value]) => value !== undefined));
}

function partOf(values: object): (status: CouponStatus) => Write {
  const found = couponsWith(Object.keys(values));
  return (status) => (q, value) => found(q, value).where('status', status);
}

/** Returns a query with a condition for each of the named columns. */
function couponsWith(names: readonly string[]): Write {
  return (q, value) => {
    const found = q('coupons');
    for (const name of names) found.where(name, value(name));
    return found;
  };
}
