import { use } from 'lectern';
import type { Job } from '../../jobs/index.ts';

interface Aged {
  readonly id: string;
  readonly isAged: boolean;
}

const DAY_SECONDS = 86_400;

/** Deletes old events that have no pending or dead delivery. */
export class CleanEvents implements Job {
  readonly name = 'events.clean';
  readonly everySeconds = 3_600;
  readonly #database = use('database');
  readonly #keepDays: number = use('eventsConfig').keepDays;

  /** Scans in the order of ids, which follows the age; an index on `created_at` would slow every insert. */
  async run(signal?: AbortSignal): Promise<void> {
    let last: Aged | undefined = { id: '0', isAged: true };
    await this.#database.inBatches(
      async (limit) => {
        const batch: Aged[] = await this.#after((last as Aged).id, limit);
        await this.#delete(batch.filter(({ isAged }) => isAged).map(({ id }) => id));
        last = batch.at(-1);
        return batch.length === limit && last?.isAged === true;
      },
      { signal },
    );
  }

  async #after(id: string, limit: number): Promise<Aged[]> {
    const { rows } = await this.#database.raw<Aged>(
      `select id, created_at <= now() - ? * interval '1 second' as "isAged" from events where id > ? order by id limit ?`,
      [this.#keepDays * DAY_SECONDS, id, limit],
    );
    return rows;
  }

  /** The foreign key deletes the deliveries of these events. */
  async #delete(ids: readonly string[]): Promise<void> {
    await this.#database.raw(
      `delete from events where id = any(array(
         select id from events as event where id = any(?::bigint[]) and not exists (
           select 1 from event_deliveries as delivery where delivery.event_id = event.id and delivery.state <> 'done')
         for update skip locked))`,
      [[...ids]],
    );
  }
}
