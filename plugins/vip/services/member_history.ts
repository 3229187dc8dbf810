import { use } from 'lectern';
import type { Statement } from 'lectern/core';
import type { Change, Membership } from './membership.ts';

/** A change of a membership, with its former state. */
interface Entry {
  readonly userId: string;
  readonly before: Membership | undefined;
  readonly change: Change;
}

/** State of a membership after the delivery of an order. */
export interface Delivered extends Membership {
  readonly days: number;
  /** Level before the delivery. All fields `…Before` are null for a buyer without a former membership. */
  readonly levelBefore: string | null;
  readonly unitBefore: Membership['unit'] | null;
  readonly deadlineBefore: Date | null;
}

/** Records changes of memberships. Entries are never changed or deleted. */
export class MemberHistory {
  readonly #clock = use('clock');
  readonly #database = use('database');
  readonly #delivered: Statement<Delivered, { orderSn: string }> = this.#database
    .statement(`select level_id as "levelId", unit, deadline_after as deadline, coalesce(days, 0) as days,
           level_before as "levelBefore", unit_before as "unitBefore", deadline_before as "deadlineBefore"
         from vip_member_history where order_sn = :orderSn`);
  readonly #refunded: Statement<object, { orderSn: string }> = this.#database.statement(
    'select 1 from vip_member_history where refunded_sn = :orderSn',
  );

  /** Records a change. @throws Error when the same order has already recorded a change */
  async add({ userId, before, change }: Entry): Promise<void> {
    await this.#database.table('vip_member_history').insert({
      user_id: userId,
      level_id: change.levelId,
      action: change.action,
      unit: change.unit,
      level_before: before?.levelId ?? null,
      unit_before: before?.unit ?? null,
      deadline_before: before?.deadline ?? null,
      deadline_after: change.deadline,
      days: change.days ?? null,
      order_sn: change.orderSn ?? null,
      refunded_sn: change.refundedSn ?? null,
      reason: change.reason ?? null,
      manager_id: change.managerId ?? null,
      created_at: this.#clock.now(),
    });
  }

  /** State of the membership after the delivery of an order; undefined before the delivery. */
  delivered(orderSn: string): Promise<Delivered | undefined> {
    return this.#delivered.first({ orderSn });
  }

  /** Whether a refund has taken back the delivery of an order. */
  async isRefunded(orderSn: string): Promise<boolean> {
    return (await this.#refunded.first({ orderSn })) !== undefined;
  }
}
