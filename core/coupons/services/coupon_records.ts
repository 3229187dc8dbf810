import type { Page, Services, SourceOfShape } from 'lectern';
import type { Database } from '../../database/index.ts';
import { failures } from '../failures.ts';
import type { couponRecord } from '../shapes/coupon.ts';
import type { CouponStatus } from '../words.ts';
import { couponColumns, couponOf, type CouponRow } from './coupon_rows.ts';
import type { Deadlines } from './deadlines.ts';

/** A coupon with its state and use. */
export type CouponRecord = SourceOfShape<typeof couponRecord, 'public'>;

/** Filters and position of a list of coupons. */
export interface CouponQuery {
  readonly code?: string | undefined;
  readonly status?: CouponStatus | undefined;
  /** Id of the owner, 0 for unclaimed coupons. */
  readonly userId?: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

interface RecordRow extends CouponRow {
  readonly orderSn: string | null;
  readonly takenTime: Date | null;
  readonly usedTime: Date | null;
  readonly createdTime: Date;
}

const columns = `${couponColumns}, order_sn as "orderSn", taken_at as "takenTime", used_at as "usedTime",
  created_at as "createdTime"`;

/** Reads coupons, for their owners and for managers. */
export class CouponRecords {
  readonly #database: Database;
  readonly #deadlines: Deadlines;

  constructor({ database, couponDeadlines }: Pick<Services, 'database' | 'couponDeadlines'>) {
    this.#database = database;
    this.#deadlines = couponDeadlines;
  }

  /** @throws failures.couponNotFound */
  async get(id: string): Promise<CouponRecord> {
    const { rows } = await this.#database.raw<RecordRow>(`select ${columns} from coupons where id = ?`, [id]);
    if (rows[0]) return couponOf(rows[0], this.#deadlines);
    throw failures.couponNotFound();
  }

  /** A page of coupons, the newest first. */
  async list({ offset, limit, ...conditions }: CouponQuery): Promise<Page<CouponRecord>> {
    const { where, values } = conditionsOf(conditions);
    const page = `select ${columns} from coupons where ${where} order by id desc offset ? limit ?`;
    const [{ rows }, { rows: counted }] = await Promise.all([
      this.#database.raw<RecordRow>(page, [...values, offset, limit]),
      this.#database.raw<{ total: string }>(`select count(*) as total from coupons where ${where}`, values),
    ]);
    return { data: rows.map((row) => couponOf(row, this.#deadlines)), total: Number(counted[0]?.total) };
  }
}

/** Conditions for the given filters only, so that each combination uses its index. */
function conditionsOf({ code, status, userId }: Omit<CouponQuery, 'offset' | 'limit'>) {
  const asked = Object.entries({ code, status, user_id: userId }).filter(([, value]) => value !== undefined);
  const where = ['true', ...asked.map(([column]) => `${column} = ?`)].join(' and ');
  return { where, values: asked.map(([, value]) => value as string) };
}
