import type { Client } from 'pg';
import type { Hold } from './hold.ts';

/** One physical connection, as the pool hands it out. */
export type Connection = Client & ConnectionInside;

/** What the types of `pg` do not tell, and knex's mark of a connection that is out of use. */
interface ConnectionInside {
  __knex__disposed?: Error | string;
  connection: { stream: { destroy(error: Error): void } };
  connectionParameters: { query_timeout: number };
  host: string;
  port: number;
  ssl: unknown;
  sslNegotiation: string;
  processID: number | null;
  secretKey: number | null;
  /** False while a statement is running. */
  readonly readyForQuery: boolean;
  /** The pool that it belongs to. */
  owner?: Owner;
  /** When it began to be made, by `performance.now()`. */
  bornAt?: number;
  /** Resolves when the server was asked to end what ran on it. */
  givenUp?: Promise<void>;
  /** Set while code of a plugin or of custom has it. */
  hold?: Hold | undefined;
  /** What was read on it had nobody to read it any more. */
  isAbandoned?: boolean;
}

/** What a pool does about its other connections when one has failed. */
interface Owner {
  renew(): void;
  dropIdle(ms: number): void;
}
