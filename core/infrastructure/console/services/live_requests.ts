import { use, type MountedRequest, type Services } from 'lectern';
import { redact } from '../../events/index.ts';
import { failures } from '../failures.ts';
import { perSecond } from './metrics/per_second.ts';
import { EventStream, type Send } from './event_stream.ts';

type Recorded = Parameters<Parameters<Services['installation']['requests']['listen']>[0]>[0];

/** Conditions of requests; `status` is a number, or a class such as `5xx`, and `user` an id or a nickname. */
export interface RequestConditions {
  readonly route?: string | undefined;
  readonly status?: string | undefined;
  readonly module?: string | undefined;
  readonly user?: string | undefined;
}

/** A recorded request with its statements. */
type LiveRequest = ReturnType<typeof shown>;

const MAX_REQUESTS = 300;
// Recording continues for this time after the last stream, within which a page opens its next stream.
const LINGER_MS = 10_000;
// Recorded requests stay for this time after the last stream.
const KEPT_MS = 600_000;
const MAX_PER_SECOND = 50;
// Interval of the notices to other workers while a stream is open. Shorter than LINGER_MS, so that they keep recording.
const WATCH_MS = 3_000;
const WATCHED = 'console.watched';
const REQUEST = 'console.request';

/**
 * Keeps the last 300 requests in memory, recorded while a stream to a page is open on any worker: all requests of this
 * worker, and at most 50 a second of each other worker. Requests of the console itself are left out.
 */
export class LiveRequests {
  readonly #installation = use('installation');
  readonly #clock = use('clock');
  #kept: LiveRequest[] = [];
  readonly #watchers = new Set<(request: LiveRequest) => void>();
  #stopRecording: (() => void) | undefined;
  #timers: NodeJS.Timeout[] = [];
  #calling: NodeJS.Timeout | undefined;
  readonly #mayShare = perSecond(MAX_PER_SECOND);

  constructor() {
    const { workers } = this.#installation;
    workers.listen(WATCHED, () => {
      this.#record();
      if (this.#watchers.size === 0) this.#leave();
    });
    workers.listen(REQUEST, (data) => {
      const request = data as LiveRequest;
      this.#keep({ ...request, time: new Date(request.time) });
    });
  }

  /** Recorded requests that match the conditions, the newest first. */
  list(conditions: RequestConditions) {
    return this.#kept.filter((one) => matches(one, conditions)).reverse();
  }

  has(id: string): boolean {
    return this.#kept.some((one) => one.id === id);
  }

  /** @throws failures.requestNotFound */
  get(id: string): LiveRequest {
    const found = this.#kept.findLast((one) => one.id === id);
    if (!found) throw failures.requestNotFound();
    return found;
  }

  /**
   * Sends further requests that match the conditions, at most 50 a second.
   * @returns function that removes the listener
   */
  listen(conditions: RequestConditions, send: Send): () => void {
    this.#record();
    const maySend = perSecond(MAX_PER_SECOND);
    const watcher = (request: LiveRequest) => {
      if (matches(request, conditions) && maySend()) send(lineOf(request));
    };
    this.#watchers.add(watcher);
    const call = () => this.#installation.workers.send(WATCHED, null);
    if (this.#watchers.size === 1) this.#calling = setInterval(call, WATCH_MS).unref();
    call();
    return () => {
      this.#watchers.delete(watcher);
      if (this.#watchers.size > 0) return;
      clearInterval(this.#calling);
      this.#leave();
    };
  }

  #record(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#stopRecording ??= this.#installation.requests.listen((request) => this.#add(request));
  }

  /** Stops the recording after `LINGER_MS`, and deletes the recorded requests after `KEPT_MS`. */
  #leave(): void {
    const end = () => {
      this.#stopRecording?.();
      this.#stopRecording = undefined;
    };
    const forget = () => {
      this.#kept = [];
    };
    this.#timers = [setTimeout(end, LINGER_MS).unref(), setTimeout(forget, KEPT_MS).unref()];
  }

  #add(recorded: Recorded): void {
    if (recorded.module === 'console') return;
    const request = shown(recorded, this.#clock.now());
    this.#keep(request);
    if (this.#mayShare()) this.#installation.workers.send(REQUEST, request);
  }

  #keep(request: LiveRequest): void {
    this.#kept.push(request);
    if (this.#kept.length > MAX_REQUESTS) this.#kept.shift();
    for (const watcher of this.#watchers) watcher(request);
  }
}

function matches(request: LiveRequest, { route, status, module, user }: RequestConditions): boolean {
  return (
    (route === undefined || `${request.method} ${request.route}`.toLowerCase().includes(route.toLowerCase())) &&
    (status === undefined || String(request.status).startsWith(status.replace(/x+$/i, ''))) &&
    (module === undefined || request.module === module) &&
    (user === undefined || request.userId === user || request.nickname === user)
  );
}

/** A request without its spans, statements and error. */
function lineOf({ spans: _spans, statements: _statements, more: _more, error: _error, ...line }: LiveRequest) {
  return line;
}

function shown({ route, caller, operation, parts, statements, more, error, ...request }: Recorded, time: Date) {
  const whole = { name: 'request', file: null, at: 0, ms: rounded(request.ms), failed: request.status >= 500 };
  const inner = [...(operation ? [operation] : []), ...parts];
  return {
    ...request,
    ms: rounded(request.ms),
    time,
    route: route === '' ? '' : `/api${route}`,
    userId: caller?.id ?? null,
    nickname: caller?.nickname ?? null,
    waitedFor: request.waitedFor ?? null,
    spans: [whole, ...inner.map(timed)],
    statements: statements.map(timed),
    more,
    error: error ? { message: redact(error), stack: framesOf(error) } : null,
  };
}

function timed<T extends { readonly at: number; readonly ms: number | null }>(one: T): T {
  return { ...one, at: rounded(one.at), ms: one.ms === null ? null : rounded(one.ms) };
}

/** Frames of the stack, without the message, which may contain secrets. */
function framesOf({ stack = '' }: Error): string[] {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim());
}

function rounded(ms: number): number {
  return Math.round(ms * 100) / 100;
}

const conditions = ['route', 'status', 'module', 'user'] as const;

/** Streams requests to a page. An open stream makes all workers record their requests. */
export class RequestStream extends EventStream {
  readonly address = '/console/request_stream';
  readonly requires = 'console_request';
  readonly #requests = use('liveRequests');

  protected listen({ query }: MountedRequest, send: Send): () => void {
    return this.#requests.listen(conditionsIn(query), send);
  }
}

function conditionsIn(query: MountedRequest['query']): RequestConditions {
  const given = conditions.map((name) => [name, query[name]]);
  return Object.fromEntries(
    given.filter(([, value]) => typeof value === 'string' && value !== ''),
  ) as RequestConditions;
}
