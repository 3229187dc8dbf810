import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Caller } from '../../kernel/declare/call.ts';
import { describeThrown } from '../../kernel/http/error_answer.ts';
import type { RequestContext } from '../../kernel/http/request_context.ts';
import type { RunOperation } from '../../kernel/http/request_hooks.ts';
import type { Route } from '../../kernel/routes/route.ts';
import { awaitedParts, slowestPart } from './awaited_parts.ts';
import { publicPath } from './request_spans.ts';
import { whenEnded } from './when_ended.ts';

/** An SQL statement of a request, without its values. */
export interface RecordedStatement {
  readonly text: string;
  /** Milliseconds from the arrival of the request. */
  readonly at: number;
  /** Duration in milliseconds; null if still running at the answer. */
  readonly ms: number | null;
  readonly rows: number | null;
  readonly failed: boolean;
}

export interface RecordedOperation extends Pick<RecordedStatement, 'at' | 'ms' | 'failed'> {
  readonly name: string;
  readonly file: string;
}

/** Code that a request waited for, such as an operation hook; `name` includes the module. */
export type RecordedPart = RecordedOperation;

/** An answered request, without its query, headers and bodies. */
export interface RecordedRequest {
  readonly id: string;
  readonly method: string;
  readonly route: string;
  /** Path with ids, '' without a route. Other parameters appear as `{name}`: their values may be credentials. */
  readonly path: string;
  readonly module: string;
  readonly status: number;
  readonly ms: number;
  readonly caller: Caller | undefined;
  readonly operation: RecordedOperation | undefined;
  readonly parts: readonly RecordedPart[];
  /** Name of the part that took at least half of the time. */
  readonly waitedFor: string | undefined;
  readonly statements: readonly RecordedStatement[];
  /** Number of further statements that were not recorded. */
  readonly more: number;
  /** The internal error that was answered with 500. */
  readonly error: Error | undefined;
}

/** Message of the diagnostics channel `lectern.statement`: a sent SQL statement, whose result is added later. */
export interface ObservedStatement {
  readonly text: string;
  /** Time of the sending, by `performance.now()`. */
  readonly startedAt: number;
  ms?: number;
  rows?: number | undefined;
  failed?: boolean;
}

interface Draft {
  readonly startedAt: number;
  readonly statements: ObservedStatement[];
  operation?: { -readonly [Name in keyof RecordedOperation]: RecordedOperation[Name] };
  more: number;
  error?: Error;
}

type Listener = (request: RecordedRequest) => void;

const MAX_STATEMENTS = 100;
const MAX_TEXT_LENGTH = 2_000;
const STATEMENTS = 'lectern.statement';

/** Records requests while a listener is registered. */
export class RequestTrail {
  readonly #drafts = new WeakMap<RequestContext, Draft>();
  readonly #storage = new AsyncLocalStorage<Draft>();
  readonly #listeners = new Set<Listener>();
  readonly #observe = (message: unknown) => addTo(this.#storage.getStore(), message as ObservedStatement);

  get isRecording(): boolean {
    return this.#listeners.size > 0;
  }

  /**
   * Calls `listener` with each answered request that arrives from now on. @returns a function that removes the listener
   */
  listen(listener: Listener): () => void {
    if (!this.isRecording) subscribe(STATEMENTS, this.#observe);
    this.#listeners.add(listener);
    return () => {
      if (!this.#listeners.delete(listener) || this.isRecording) return;
      unsubscribe(STATEMENTS, this.#observe);
      // An active AsyncLocalStorage slows down all promises of the process.
      this.#storage.disable();
    };
  }

  run(context: RequestContext, serve: () => void): void {
    const draft = { startedAt: context.startedAt, statements: [], more: 0 };
    this.#drafts.set(context, draft);
    this.#storage.run(draft, serve);
  }

  /** Wraps an operation to record its duration. */
  operation({ target, operation, module, file }: Route, run: RunOperation): RunOperation {
    const about = { name: `${target.name || module}.${operation}`, file };
    return (call) => {
      const draft = this.isRecording ? this.#drafts.get(call.request) : undefined;
      return draft ? timed(draft, about, () => run(call)) : run(call);
    };
  }

  failed(context: RequestContext, thrown: unknown): void {
    const draft = this.#drafts.get(context);
    if (draft) draft.error = describeThrown(thrown);
  }

  answered(context: RequestContext, status: number, ms: number): void {
    const draft = this.#drafts.get(context);
    if (!draft) return;
    this.#drafts.delete(context);
    const request = recorded(draft, context, { status, ms });
    for (const listener of this.#listeners) listener(request);
  }
}

function addTo(draft: Draft | undefined, statement: ObservedStatement): void {
  if (!draft) return;
  if (draft.statements.length < MAX_STATEMENTS) draft.statements.push(statement);
  else draft.more++;
}

function timed(draft: Draft, about: Pick<RecordedOperation, 'name' | 'file'>, run: () => unknown): unknown {
  const begun = performance.now();
  const operation = { ...about, at: begun - draft.startedAt, ms: null as number | null, failed: false };
  draft.operation = operation;
  return whenEnded(run, (failed) => Object.assign(operation, { ms: performance.now() - begun, failed }));
}

function recorded(draft: Draft, context: RequestContext, answer: Pick<RecordedRequest, 'status' | 'ms'>) {
  const { id, method, route, module, caller } = context;
  const { operation, more, error, startedAt } = draft;
  const path = route === '' ? '' : publicPath(context);
  const sent = draft.statements.map(({ text, rows = null, ms = null, failed = false, ...one }) => ({
    text: text.replace(/\s+/g, ' ').slice(0, MAX_TEXT_LENGTH),
    at: one.startedAt - startedAt,
    ms,
    rows,
    failed,
  }));
  const parts = awaitedParts(context).map(({ part, ms = null, ...one }) => {
    return { name: part.what, file: part.file, at: one.startedAt - startedAt, ms, failed: one.failed };
  });
  const waitedFor = slowestPart(context, answer.ms)?.part.what;
  const about = { id, method, route, path, module, ...answer, caller, operation, parts, waitedFor };
  return { ...about, statements: sent, more, error };
}
