import { use } from 'lectern';
import { deleteAged, type Statement } from '../../../infrastructure/database/index.ts';
import type { Job } from '../../../infrastructure/jobs/index.ts';

const DAY_MS = 86_400_000;

/**
 * Outcomes of deletable reports. `unapplied` prevents that a repeated report credits its amount again, and
 * `refunded_outside` reduces later refunds, so these reports stay.
 */
const deletable = `outcome in ('paid', 'unknown', 'wrong_amount', 'wrong_gateway')`;

const emptySql = `update trades set begun = null where id = any(array(
    select id from trades where status in ('paid', 'closed') and begun is not null and created_at <= :until
    order by created_at limit :limit for update skip locked))
  returning id`;

/** Deletes old reports of payments, and the payment pages of trades that ended long ago. Money is never deleted. */
export class PaymentCleaning implements Job {
  readonly name = 'payments.clean';
  readonly everySeconds = 3_600;
  readonly #clock = use('clock');
  readonly #config = use('paymentsConfig');
  readonly #database = use('database');
  readonly #empty: Statement<object, { until: Date; limit: number }> = this.#database.statement(emptySql);

  async run(signal?: AbortSignal): Promise<void> {
    const { noticeDays, pageDays } = this.#config;
    if (noticeDays > 0) {
      const aged = { table: 'payment_notices', column: 'received_at', until: this.#ago(noticeDays), where: deletable };
      await deleteAged(this.#database, aged, signal);
    }
    if (pageDays === 0) return;
    const until = this.#ago(pageDays);
    const empty = async (limit: number) => (await this.#empty.all({ until, limit })).length === limit;
    await this.#database.inBatches(empty, { signal });
  }

  #ago(days: number): Date {
    return new Date(this.#clock.now().getTime() - days * DAY_MS);
  }
}
