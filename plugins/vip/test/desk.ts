import { startPlatform, type Platform } from '../../../test/support/platform.ts';
import { at, type Asked } from './support.ts';

export const march = new Date('2026-03-15T10:00:00+08:00');
export const newcomer = '5';
/** Id of a user with silver until the end of 24 April, 40 days after `march`, bought by month. */
export const byMonth = '30';
/** Id of a user with the same membership, bought by year. */
export const byYear = '31';
export const member = { levelId: '2', deadline: new Date('2026-04-24T23:59:59+08:00'), action: 'new' } as const;

const initial = {
  enabled: true,
  buyType: 'year_and_month',
  upgradeMinDay: 30,
  defaultBuyYears: 1,
  defaultBuyMonths: 3,
};
const levels = { 1: levelOf(1), 2: levelOf(2), 3: levelOf(3) };

/** Requested period, and time of the request. */
interface Wish {
  readonly asked?: Asked;
  readonly now?: Date;
}

/** Requests offers for different members; `revert` reverts changes of a test. */
export class Desk {
  readonly platform: Platform;

  private constructor(platform: Platform) {
    this.platform = platform;
  }

  static async open(): Promise<Desk> {
    const desk = new Desk(await startPlatform());
    const { vipMembers } = desk.platform.kernel.services;
    await vipMembers.grant({ ...member, userId: byMonth, unit: 'month' });
    await vipMembers.grant({ ...member, userId: byYear, unit: 'year' });
    return desk;
  }

  stop(): Promise<void> {
    return this.platform.stop();
  }

  async set(values: object): Promise<void> {
    const { settings } = this.platform.kernel.services;
    await settings.update(settings.section('vip'), values);
  }

  async change(id: string, values: Record<string, unknown>): Promise<void> {
    await this.platform.kernel.services.database.table('vip_levels').where({ id }).update(values);
  }

  async revert(): Promise<void> {
    await this.set(initial);
    for (const [id, level] of Object.entries(levels)) await this.change(id, level);
  }

  ask(userId: string, targetId: string, { unit, num }: Asked = {}) {
    return this.platform.kernel.services.vipProduct.offer({ userId, targetId, unit, num });
  }

  /** Returns the offer in the preview of an order as text: `new 3 month 60.00`, or `400 20007` for a failure. */
  async offered(userId: string, targetId: string, { asked = {}, now = march }: Wish = {}): Promise<string> {
    const { status, body } = await at(this.platform, now, async () => {
      const signedIn = await this.platform.as(userId === newcomer ? 'newcomer' : `user${userId}`);
      const goods = { targetType: 'vip', targetId, ...asked };
      return this.platform.api.post('/api/order_info').set(signedIn).send(goods);
    });
    if (status === 200) return [body.buyType, body.duration, body.unitType, body.totalPrice].filter(Boolean).join(' ');
    const { code, details = [] } = body.error;
    return [status, code, ...details.map(({ field }: { field: string }) => field)].join(' ');
  }
}

function levelOf(seq: number) {
  const prices = { month_price: 1000 * seq, year_price: 10_000 * seq };
  return { seq, ...prices, icon: '', max_rate: 100, enabled: true };
}
