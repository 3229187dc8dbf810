import { use, type Lifecycle } from 'lectern';
import { LastUses, type BufferedRow } from '../../../infrastructure/database/index.ts';

/** Buffers the times of the last calls of applications, and stores them every few seconds. */
export class ApplicationUses implements Lifecycle {
  readonly #logger = use('logger');
  readonly #clock = use('clock');
  readonly #database = use('database');
  readonly #uses: LastUses<{ readonly at: Date }> = new LastUses({
    database: this.#database,
    write: (uses) => this.#write(uses),
    failed: (err) => {
      this.#logger.warn(
        { err },
        'The time of last use was not recorded for some applications; a use after ten minutes corrects it',
      );
    },
  });

  /** Records a call of an application, at most once in ten minutes. The write follows some seconds later. */
  note(applicationId: string): void {
    this.#uses.record(applicationId, this.#clock.now(), (at) => ({ at }));
  }

  /** Writes the recorded times, after a running write has ended. */
  flush(): Promise<void> {
    return this.#uses.flush();
  }

  stop(): Promise<void> {
    return this.#uses.stop();
  }

  async #write(uses: readonly BufferedRow<{ readonly at: Date }>[]): Promise<void> {
    // Ordered by id, so that two replicas that write at the same time do not deadlock.
    await this.#database.raw(
      `with used as (
         select applications.id, noted.at from applications join unnest(?::bigint[], ?::timestamptz[]) as noted (id, at)
           using (id) order by id for update of applications
       )
       update applications set last_used_at = greatest(last_used_at, used.at) from used where applications.id = used.id`,
      [uses.map(([id]) => id), uses.map(([, { at }]) => at.toISOString())],
    );
  }
}
