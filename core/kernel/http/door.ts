import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LogDestination, Logger } from '../log.ts';
import type { Meters } from '../meters/meters.ts';
import type { Failure } from '../failure.ts';
import { MinuteNotes } from '../minute_notes.ts';
import { answerOf } from './error_answer.ts';
import { Exchange } from './exchange.ts';
import type { Metrics } from './metrics.ts';
import { requestIdOf } from './request_id.ts';
import { createRequestLog, type RequestLog } from './request_log.ts';
import type { Sender } from './send.ts';

/** Why a connection was closed whose client had not asked for it. */
export type Closed = 'idle' | 'greedy' | 'stalled' | 'silent';

/** What a door needs to know of its installation. */
export interface DoorParts {
  readonly meters: Meters;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Where the line of each request goes, if anywhere. */
  readonly requests: LogDestination | undefined;
  readonly sender: () => Sender;
  /** Whether an address is that of a proxy, which has connections for others; `hops` is how far away it is. */
  readonly trusts: (address: string, hops: number) => boolean;
}

/** Where connections come in, and requests that never reach the application: what is told of them, and counted. */
export class Door {
  readonly #notes: MinuteNotes;
  readonly #log: RequestLog;
  readonly #closed;
  readonly #turnedAway;
  #open = 0;

  constructor(private readonly parts: DoorParts) {
    const { meters, logger, requests } = parts;
    this.#notes = new MinuteNotes(logger);
    this.#log = createRequestLog(requests);
    meters.reading({
      name: 'lectern_connections',
      help: 'Connections that are open.',
      read: () => this.#open,
    });
    this.#closed = meters.counter({
      name: 'lectern_connections_closed_total',
      help: 'Connections that were closed on a client: idle or greedy ones to make room, stalled and silent ones.',
      labels: ['reason'],
    });
    this.#turnedAway = meters.counter({
      name: 'lectern_connections_refused_total',
      help: 'Connections that were refused because there were too many.',
    });
  }

  opened(): void {
    this.#open++;
  }

  left(): void {
    this.#open--;
  }

  closes(reason: Closed): void {
    this.#closed.inc({ reason });
    if (reason === 'greedy') this.#notes.warn('connections were closed to make room: http.maxConnections is reached');
  }

  turnsAway(): void {
    this.#turnedAway.inc();
    this.#notes.warn('connections are refused: http.maxConnections or http.maxConnectionsPerAddress is reached');
  }

  trusts(address: string): boolean {
    return this.parts.trusts(address, 0);
  }

  /** A request was answered that has no route, and of which nothing is known. */
  record(id: string, status: number): void {
    const { metrics } = this.parts;
    const request = { id, method: '', route: '', module: '' };
    metrics.begin();
    metrics.observe(request, status, 0);
    this.#log(request, status, 0);
  }

  /** Answers a request that the application has not seen. */
  refuse(request: IncomingMessage, response: ServerResponse, failure: Failure): void {
    this.parts.metrics.begin();
    this.parts.sender().error(new Exchange(request, response, requestIdOf(request)), answerOf(failure));
  }

  warn(message: string): void {
    this.parts.logger.warn(message);
  }
}
