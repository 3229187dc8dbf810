import type pg from 'pg';
import type { Client } from 'pg';
import type { Hold } from './hold.ts';

/** A physical connection of the pool. */
export type Connection = Client & ConnectionInternals;

/** Properties that the types of `pg` do not declare, and knex's mark of a disposed connection. */
interface ConnectionInternals {
  __knex__disposed?: Error | string;
  connection: pg.Connection;
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
  /** Start of its creation, by `performance.now()`. */
  bornAt?: number;
  /** Resolves when its cancel request was sent. */
  givenUp?: Promise<void>;
  /** Set while code of a plugin or of custom holds it. */
  hold?: Hold | undefined;
  /** Set while a transaction is open that has sent nothing. */
  isBeginDue?: boolean;
  /** Set when the client of its current read has disconnected. */
  isAbandoned?: boolean;
}

/** Reactions of the pool on its other connections when one has failed. */
interface Owner {
  renew(): void;
  dropIdle(ms: number): void;
}
