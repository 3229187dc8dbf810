import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '../../kernel/base/logger.ts';
import type { LogDestination } from '../telemetry/log/log_output.ts';
import type { Meters } from '../../kernel/base/meters.ts';
import type { Failure } from '../../kernel/declare/failure.ts';
import { ThrottledLog } from '../telemetry/log/throttled_log.ts';
import { answerOf } from '../../kernel/http/error_answer.ts';
import { RequestContext, requestIdOf } from '../../kernel/http/request_context.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { createRequestLog, type RequestLog } from '../telemetry/request_observer.ts';
import type { AppHandle } from '../../kernel/http/app.ts';

/**
 * Reason for which the server closes a connection. `idle` and `greedy` make room for others; a `greedy` connection is of
 * the address with the most connections. A `stalled` client does not read its answer; a `silent` one sent no request.
 */
export type Closed = 'idle' | 'greedy' | 'stalled' | 'silent';

/** The application that connections are admitted to. */
export type AdmittedApp = Pick<AppHandle, 'sender' | 'trusts'>;

/** Logger and meters of connections. `metrics` and `requests` record the requests that the admission answers. */
export interface AdmissionParts {
  readonly meters: Meters;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Destination of the log line of each request; undefined if the log level excludes such lines. */
  readonly requests: LogDestination | undefined;
}

/** Logs and counts connections, and answers requests that never reach the application. */
export class ConnectionAdmission {
  readonly #notes: ThrottledLog;
  readonly #log: RequestLog;
  readonly #closed;
  readonly #rejected;
  #open = 0;
  #app: AdmittedApp | undefined;

  constructor(private readonly parts: AdmissionParts) {
    const { meters, logger, requests } = parts;
    this.#notes = new ThrottledLog(logger);
    this.#log = createRequestLog(requests);
    meters.reading({
      name: 'lectern_connections',
      help: 'Connections that are open.',
      read: () => this.#open,
    });
    this.#closed = meters.counter({
      name: 'lectern_connections_closed_total',
      help: 'Connections that the server closed: idle ones and those of the busiest addresses to make room, stalled and silent ones.',
      labels: ['reason'],
    });
    this.#rejected = meters.counter({
      name: 'lectern_connections_refused_total',
      help: 'Connections that were refused because there were too many.',
    });
  }

  /** Sets the application: its sender answers refused requests, and its trusted proxies are exempt from limits. */
  serve(app: AdmittedApp): void {
    this.#app = app;
  }

  opened(): void {
    this.#open++;
  }

  left(): void {
    this.#open--;
  }

  closes(reason: Closed): void {
    this.#closed.inc({ reason });
    if (reason === 'greedy')
      this.#notes.warn(
        'connections of the busiest addresses were closed to make room: http.maxConnections is reached; raise it, or set http.maxConnectionsPerAddress',
      );
  }

  rejects(): void {
    this.#rejected.inc();
    this.#notes.warn(
      'connections are refused: http.maxConnections or http.maxConnectionsPerAddress is reached; raise it if these clients are legitimate',
    );
  }

  trusts(address: string): boolean {
    return this.#app?.trusts(address, 0) ?? false;
  }

  /** Logs and counts an answered request whose method and route are unknown. */
  record(id: string, status: number): void {
    const { metrics } = this.parts;
    const request = { id, method: '', route: '', module: '' };
    metrics.begin();
    metrics.observe(request, status, 0);
    this.#log(request, status, 0);
  }

  /** Answers a request that never reaches the application with a failure, and counts the request. */
  refuse(request: IncomingMessage, response: ServerResponse, failure: Failure): void {
    this.parts.metrics.begin();
    this.#app?.sender().error(new RequestContext(request, response, requestIdOf(request)), answerOf(failure));
  }

  warn(message: string): void {
    this.parts.logger.warn(message);
  }
}
