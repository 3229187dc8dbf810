import { use } from 'lectern';
import type { Database, Statement } from '../../database/index.ts';

/** Backlog of one subscriber: numbers of deliveries, and age of the oldest pending event in seconds. */
interface Depth {
  readonly subscriber: string;
  readonly pending: number;
  readonly dead: number;
  readonly oldest: number | null;
}

type Name = 'outbox_pending' | 'outbox_dead' | 'outbox_oldest_seconds';

const CACHE_MS = 10_000;
/** Deliveries of a subscriber are counted up to this number, so that a scrape of a large backlog is fast. */
const MAX_COUNT = 10_000;

/**
 * Registers meters of the backlog of each subscriber. All replicas report the same rows: aggregate them by maximum, not
 * by sum.
 */
export class OutboxMeters {
  readonly #meters = use('meters');
  readonly #depths: Statement<Depth, { most: number }>;
  #asked: { readonly until: number; readonly depths: Promise<readonly Depth[]> } | undefined;

  constructor() {
    this.#depths = depthStatement(use('database'));
    const addMeter = (name: Name, help: string, value: (depth: Depth) => number) => {
      const read = async () =>
        (await this.#read()).map((one) => ({ labels: { subscriber: one.subscriber }, value: value(one) }));
      this.#meters.reading({
        name: `lectern_${name}`,
        help,
        labels: ['subscriber'],
        across: 'max',
        read,
        keepMs: CACHE_MS,
      });
    };
    addMeter(
      'outbox_pending',
      `Deliveries that wait for a subscriber, counted up to ${MAX_COUNT}.`,
      ({ pending }) => pending,
    );
    addMeter('outbox_dead', `Deliveries that were given up, counted up to ${MAX_COUNT}.`, ({ dead }) => dead);
    const age = `Age of the oldest event that waits for a subscriber, of the ${MAX_COUNT} that are due first; 0 for none.`;
    addMeter('outbox_oldest_seconds', age, ({ oldest }) => oldest ?? 0);
  }

  /** One statement serves all three meters, because a scrape reads them together. */
  #read(): Promise<readonly Depth[]> {
    const now = performance.now();
    if (this.#asked && now < this.#asked.until) return this.#asked.depths;
    this.#asked = { until: now + CACHE_MS / 2, depths: this.#depths.all({ most: MAX_COUNT }) };
    return this.#asked.depths;
  }
}

/** Each count reads the partial index of its state, and stops at `most` rows. */
function depthStatement(database: Database) {
  return database.statement<
    Depth,
    { most: number }
  >(`select known.name as subscriber, waiting.pending::int4 as pending, given_up.dead::int4 as dead,
         greatest(0, extract(epoch from now() - oldest.created_at))::float8 as oldest
       from event_subscribers as known
       cross join lateral (
         select count(*) as pending, min(due.event_id) as event_id from (
           select event_id from event_deliveries
           where subscriber = known.name and state = 'pending' order by due_at limit :most
         ) as due
       ) as waiting
       cross join lateral (
         select count(*) as dead from (
           select 1 from event_deliveries where subscriber = known.name and state = 'dead' limit :most
         ) as lost
       ) as given_up
       left join events as oldest on oldest.id = waiting.event_id
       order by 1`);
}
