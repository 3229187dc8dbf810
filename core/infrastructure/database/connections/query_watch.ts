import { channel } from 'node:diagnostics_channel';
import { activeTracer, type Meters } from 'lectern';
import type { Tracer } from '@opentelemetry/api';
import type { ModuleUsage, ModuleUsages } from '../../../hosting/internals.ts';
import type { DatabaseConfig, Logger } from '../config.ts';
import type { Hold } from './held_connections.ts';
import { endStatementSpan, StatementSpans } from './statement_spans.ts';

/** The property of a query result of `pg` that the observer reads. */
export interface Answered {
  readonly rowCount?: number | null;
}

export type Done = (error: unknown, answered?: Answered) => void;

const MAX_LOGGED_LENGTH = 300;
/** Diagnostics channel that publishes each statement, so that a subscriber can record the statements of a request. */
const statements = channel('lectern.statement');
const limits = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export interface QueryWatchNeeds {
  readonly databaseConfig: DatabaseConfig;
  readonly logger: Logger;
  readonly meters: Meters;
  /** Usage of modules; undefined outside of an installation. */
  readonly usages: ModuleUsages | undefined;
}

/**
 * Observes the statements of a pool: records their duration, logs slow statements, and creates spans when an
 * OpenTelemetry SDK is registered. Records the SQL text of a statement, but none of its bound values.
 */
export class QueryWatch {
  readonly #logger: Logger;
  readonly #slowMs: number;
  readonly #statements: ReturnType<Meters['durations']>;
  readonly #waits: ReturnType<Meters['durations']>;
  readonly #spans: StatementSpans | undefined;
  readonly #usages: ModuleUsages | undefined;

  constructor({ databaseConfig, logger, meters, usages }: QueryWatchNeeds) {
    const tracer: Tracer | undefined = activeTracer();
    this.#logger = logger;
    this.#usages = usages;
    this.#slowMs = databaseConfig.slowQueryMs || Infinity;
    this.#spans = tracer && new StatementSpans(tracer, databaseConfig.url);
    const name = 'lectern_database_statement_seconds';
    this.#statements = meters.durations({ name, help: 'Time from sending a statement to its last row.', limits });
    const help = 'Time that a statement waited for a connection of the pool.';
    this.#waits = meters.durations({ name: 'lectern_database_acquire_seconds', help, limits });
  }

  /** Whether statements must run in the async context of their request, for spans or a subscriber of the channel. */
  get makesSpans(): boolean {
    return this.#spans !== undefined || statements.hasSubscribers;
  }

  /** Usage of the module that takes a connection now; all statements until the release count for it. */
  get charged(): ModuleUsage | undefined {
    return this.#usages?.charged;
  }

  /**
   * Records the wait for a connection.
   * @param since time at which the connection was requested, by `performance.now()`
   */
  acquired(since: number): void {
    this.#waits.observe((performance.now() - since) / 1000);
  }

  /** Logs a connection that a plugin, or custom, has held for too long. */
  reportHeld({ module: holder, seconds }: Hold): void {
    const problem = `the module ${holder} has held a database connection for ${seconds} s`;
    const fix = 'end each transaction soon, and release every connection that is acquired';
    this.#logger.warn({ holder, seconds }, `${problem} (modules.database.heldConnectionMs); ${fix}`);
  }

  /** Observes a statement. @returns its callback, which ends the observation */
  begin(text: string, done: Done, usage: ModuleUsage | undefined): Done {
    const startedAt = performance.now();
    usage?.measured(startedAt);
    const span = this.#spans?.begin(text);
    const observed = statements.hasSubscribers ? { text, startedAt } : undefined;
    if (observed) statements.publish(observed);
    return (error, answered) => {
      const now = performance.now();
      const ms = now - startedAt;
      this.#statements.observe(ms / 1000);
      const rows = answered?.rowCount ?? undefined;
      usage?.answeredStatement(now, ms, rows);
      if (ms >= this.#slowMs) this.#logSlow(text, ms, rows);
      if (span) endStatementSpan(span, error, rows);
      if (observed) Object.assign(observed, { ms, rows, failed: Boolean(error) });
      done(error, answered);
    };
  }

  #logSlow(text: string, ms: number, rows: number | undefined): void {
    const taken = Math.round(ms);
    this.#logger.warn(
      { statement: shortened(text), ms: taken, rows },
      `a statement took ${taken} ms, longer than ${this.#slowMs} ms (modules.database.slowQueryMs); check its plan and the load of the database`,
    );
  }
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= MAX_LOGGED_LENGTH ? line : `${line.slice(0, MAX_LOGGED_LENGTH)} ...`;
}
