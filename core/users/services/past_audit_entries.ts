import { use } from 'lectern';
import type { Job } from '../../jobs/index.ts';

/** Examines entries of the audit trail from earlier versions, and erases those of accounts that were cancelled since. */
export class PastAuditEntries implements Job {
  readonly name = 'users.past_audit_entries';
  readonly everySeconds = 3_600;
  readonly #database = use('database');
  readonly #erasure = use('auditErasure');

  async run(): Promise<void> {
    for (let people = await this.#erasure.examine(); people; people = await this.#erasure.examine()) {
      const users = this.#database
        .table<{ id: string; destroyed: boolean; service: boolean }>('users')
        .where({ destroyed: true, service: false });
      const cancelled = await users.whereRaw('id = any(?::bigint[])', [people]).select('id');
      for (const { id } of cancelled) await this.#erasure.erase(id);
    }
  }
}
