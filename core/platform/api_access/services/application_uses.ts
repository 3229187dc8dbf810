import { use } from 'lectern';
import { LastUses, type BufferedRow, type Database } from '../../../infrastructure/database/index.ts';

interface Use {
  readonly at: Date;
}

/** Buffers the times of the last calls of applications, and stores them every few seconds. */
export class ApplicationUses extends LastUses<Use> {
  readonly #clock = use('clock');

  constructor() {
    const database = use('database');
    const logger = use('logger');
    const problem = 'The time of last use was not recorded for some applications; a use after ten minutes corrects it';
    super({
      database,
      write: (uses) => writeUses(database, uses),
      failed: (err) => logger.warn({ err }, problem),
    });
  }

  /** Records a call of an application, at most once in ten minutes. The write follows some seconds later. */
  note(applicationId: string): void {
    this.record(applicationId, this.#clock.now(), (at) => ({ at }));
  }
}

async function writeUses(database: Database, uses: readonly BufferedRow<Use>[]): Promise<void> {
  // Ordered by id, so that two replicas that write at the same time do not deadlock.
  await database.raw(
    `with used as (
       select applications.id, noted.at from applications join unnest(?::bigint[], ?::timestamptz[]) as noted (id, at)
         using (id) order by id for update of applications
     )
     update applications set last_used_at = greatest(last_used_at, used.at) from used where applications.id = used.id`,
    [uses.map(([id]) => id), uses.map(([, { at }]) => at.toISOString())],
  );
}
