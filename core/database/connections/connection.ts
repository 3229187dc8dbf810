import type pg from 'pg';
import type { Client } from 'pg';
import type { Hold } from './held_connections.ts';

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
  /** Dialect whose pool has created the connection. */
  owner?: Owner;
  /** Time at which the creation of the connection began, by `performance.now()`. */
  bornAt?: number;
  /** Resolves when the cancel request was received and the connection is closed; set by `cancelAndClose`. */
  givenUp?: Promise<void>;
  /** Set while code of a plugin or of custom holds the connection, to report a long hold. */
  hold?: Hold | undefined;
  /** Whether an open transaction has sent no statement yet; BEGIN is sent with the first statement. */
  isBeginDue?: boolean;
  /** Whether BEGIN is a prepared statement of this connection. */
  isBeginPrepared?: boolean;
  /** Whether the client of the current read on this connection has disconnected. */
  isAbandoned?: boolean;
}

/** Methods of a pool that mark its connections for closing after one of them failed. */
interface Owner {
  renew(): void;
  dropIdle(ms: number): void;
}
