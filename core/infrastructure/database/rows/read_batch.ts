import { Batch, type LoadMany } from './batch.ts';
import type { Database } from '../database.ts';
import { readsReplica, type ReadCall } from '../replicas/read_call.ts';

/** Batches lookups of requests. Lookups that a read replica may answer and all others are batched separately. */
export class ReadBatch<Value> {
  readonly #database: Database;
  readonly #current: Batch<Value, ReadCall>;
  readonly #lagging: Batch<Value, ReadCall>;

  constructor(database: Database, load: LoadMany<Value, ReadCall>) {
    this.#database = database;
    this.#current = new Batch(database, load);
    this.#lagging = new Batch(database, load);
  }

  /** The value of a key, or undefined. @param call as in `Statement.all` */
  find(key: string, call?: ReadCall): Promise<Value | undefined> {
    return (readsReplica(this.#database, call) ? this.#lagging : this.#current).find(key, call);
  }
}
