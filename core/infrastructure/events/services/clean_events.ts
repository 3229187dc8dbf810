import { use } from 'lectern';
import type { Job } from '../../jobs/index.ts';

interface Aged {
  readonly id: string;
  readonly isAged: boolean;
}

const BATCH = 1_000;
const DAY_SECONDS = 86_400;

/** Deletes old events that have no pending or dead delivery. */
export class CleanEvents implements Job {
  readonly name = 'events.clean';
  readonly everySeconds = 3_600;
  readonly #database = use('database');
  readonly #keepDays: number = use('eventsConfig').keepDays;

  /** Scans in the order of ids, which follows the age; an index on `created_at` would slow every insert. */
  async run(): Promise<void> {
    for (let last: Aged | undefined = { id: '0', isAged: true }; last?.isAged;) {
      const batch = await this.#after(last.id);
      await this.#delete(batch.filter(({ isAged }) => isAged).map(({ id }) => id));
      last = batch.at(-1);
    }
  }

  async #after(id: string): Promise<Aged[]> {
    const { rows } = await this.#database.raw<Aged>(
      `select id, created_at <= now() - ? * interval '1 second' as "isAged" from events where id > ? order by id limit ?`,
      [this.#keepDays * DAY_SECONDS, id, BATCH],
    );
    return rows;
  }

  /** The foreign key deletes the deliveries of these events. */
  async #delete(ids: readonly string[]): Promise<void> {
    await this.#database.raw(
      `delete from events where id = any(?::bigint[]) and not exists (
         select 1 from event_deliveries as delivery where delivery.event_id = events.id and delivery.state <> 'done'
       )`,
      [[...ids]],
    );
  }
}
