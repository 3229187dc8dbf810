import pg from 'pg';
import { Database } from '../../../../core/database/database.ts';

/** Records all queries that the driver sends, and the texts of all statements of `Database.statement`. */
export class SentStatements {
  readonly texts = new Set<string>();
  readonly named: string[] = [];
  readonly #query = Object.getOwnPropertyDescriptor(pg.Client.prototype, 'query')!.value as (...all: any[]) => unknown;
  readonly #statement = Object.getOwnPropertyDescriptor(Database.prototype, 'statement')!.value as (...all: any[]) => {
    text: string;
  };

  listen(): void {
    const [sent, query, statement] = [this, this.#query, this.#statement];
    Object.assign(pg.Client.prototype, {
      query(this: pg.Client, ...all: any[]) {
        sent.#add(all[0]);
        return query.apply(this, all);
      },
    });
    Object.defineProperty(Database.prototype, 'statement', {
      configurable: true,
      writable: true,
      value(this: Database, ...all: any[]) {
        const made = statement.apply(this, all);
        sent.texts.add(made.text);
        return made;
      },
    });
  }

  end(): void {
    Object.assign(pg.Client.prototype, { query: this.#query });
    Object.defineProperty(Database.prototype, 'statement', {
      configurable: true,
      writable: true,
      value: this.#statement,
    });
  }

  #add(query: string | { text: string; name?: string }): void {
    if (typeof query === 'string') this.texts.add(query);
    else this.texts.add(query.text);
    if (typeof query === 'object' && query.name) this.named.push(query.text);
  }
}
