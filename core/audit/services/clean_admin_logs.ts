import { use } from 'lectern';
import { deleteAged } from '../../database/index.ts';
import type { Job } from '../../jobs/index.ts';

const DAY_MS = 86_400_000;

/** Deletes entries of the audit trail after `modules.audit.days`; 0 keeps all entries. */
export class CleanAdminLogs implements Job {
  readonly name = 'audit.clean';
  readonly everySeconds = 3_600;
  readonly #clock = use('clock');
  readonly #config = use('auditConfig');
  readonly #database = use('database');

  async run(): Promise<void> {
    const { days } = this.#config;
    if (days === 0) return;
    const until = new Date(this.#clock.now().getTime() - days * DAY_MS);
    await deleteAged(this.#database, { table: 'admin_logs', column: 'created_at', until });
  }
}
