import { failures } from '../../../../core/platform/coupons/failures.ts';
import type { NewCoupon } from '../../../../core/platform/coupons/inputs.ts';
import { startPlatform, type Platform } from '../../../support/platform.ts';

export const STUDENT = '4';
export const NEWCOMER = '5';

let made = 0;

/** A number of an order that no other test has. */
export function newOrder(): string {
  return String(3_000_000_000_000_000_000n + BigInt(++made));
}

/** The platform, with helpers for coupons. */
export class CouponFixture {
  private constructor(readonly platform: Platform) {}

  static async open(config: object = {}): Promise<CouponFixture> {
    return new CouponFixture(await startPlatform(config));
  }

  get services() {
    return this.platform.kernel.services;
  }

  stop(): Promise<void> {
    return this.platform.stop();
  }

  /** Makes a coupon, 5.00 off any goods unless told, for the student unless told. @returns its code */
  async make(draft: Partial<NewCoupon> & { deadline?: string } = {}, owner: string | undefined = STUDENT) {
    const { couponDeadlines, couponEditing, couponRecords } = this.services;
    const usual = { type: 'minus', rate: 500, deadline: couponDeadlines.date(30) } as const;
    const id = await couponEditing.add({ ...usual, ...(owner !== '0' && { userId: owner }), ...draft });
    return (await couponRecords.get(id)).code;
  }

  /** Binds a coupon to an order of course 5 for 100.00 unless told. */
  async take(code: string, more: Partial<Parameters<Platform['kernel']['services']['coupons']['take']>[1]> = {}) {
    const order = { orderSn: newOrder(), userId: STUDENT, targetType: 'course', targetId: '5', price: 100_00, ...more };
    const { coupons, database } = this.services;
    return database.transaction(() => coupons.take(code, order));
  }

  async row(code: string): Promise<Record<string, unknown>> {
    const row = await this.services.database.table('coupons').where({ code }).first();
    if (row) return row;
    throw new Error(`There is no coupon "${code}".`);
  }

  /** Runs `work` with the clock of the platform set to `time`. */
  async at<T>(time: string | Date, work: () => Promise<T>): Promise<T> {
    const { clock } = this.services;
    const now = clock.now.bind(clock);
    clock.now = () => new Date(time);
    try {
      return await work();
    } finally {
      clock.now = now;
    }
  }
}

/** How a promise ended: `done`, `unusable`, or what else it was rejected with. */
export async function outcomeOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
    return 'done';
  } catch (error) {
    const { kind, message } = error as { kind?: unknown; message: string };
    if (kind === failures.couponUnusable && message === failures.couponUnusable.message) return 'unusable';
    return (kind as { code?: number } | undefined)?.code === 3 ? 'too many' : message;
  }
}
