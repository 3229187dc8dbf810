import { context, metrics, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Context, Span, Tracer } from '@opentelemetry/api';
import { isIdParameter, type Route } from '../../kernel/routes/route.ts';
import { describeThrown, isInternalError } from '../../kernel/http/error_answer.ts';
import type { RequestContext } from '../../kernel/http/request_context.ts';
import { isId } from '../../kernel/declare/input.ts';
import { isInstance } from '../../kernel/base/thrown.ts';
import { activeTracer } from '../../kernel/base/tracing.ts';
import { inTime } from './timeout.ts';
import { whenEnded } from './when_ended.ts';

type Operation = Route['run'];

const known = new Set(['CONNECT', 'DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'TRACE']);
const SERVER_ERROR = 500;

/** Spans of requests and of their operations, by the semantic conventions of OpenTelemetry. */
export class RequestSpans {
  readonly #spans = new WeakMap<RequestContext, Span>();

  constructor(private readonly tracer: Tracer) {}

  /** @returns undefined without a registered OpenTelemetry SDK */
  static ifTraced(): RequestSpans | undefined {
    const tracer = activeTracer();
    return tracer && new RequestSpans(tracer);
  }

  /** Serves a request in a new span: a child of the active span, else of the span in the headers, if there is one. */
  run(request: RequestContext, serve: () => void): void {
    const around = context.active();
    const isInside = trace.getSpan(around) !== undefined;
    const parent = isInside ? around : propagation.extract(ROOT_CONTEXT, request.message.headers);
    const kind = isInside ? SpanKind.INTERNAL : SpanKind.SERVER;
    const attributes = methodOf(request.method);
    const span = this.tracer.startSpan(attributes['http.request.method'], { kind, attributes }, parent);
    this.#spans.set(request, span);
    inside(span, parent, serve);
  }

  of(request: RequestContext): Span | undefined {
    return this.#spans.get(request);
  }

  end(request: RequestContext, status: number): void {
    const span = this.#spans.get(request);
    if (!span) return;
    const { route, module, id, method } = request;
    span.setAttribute('http.response.status_code', status).setAttribute('lectern.request_id', id);
    if (route !== '') {
      span.updateName(`${methodOf(method)['http.request.method']} /api${route}`);
      span.setAttributes({ 'http.route': `/api${route}`, 'lectern.module': module, 'url.path': publicPath(request) });
    }
    // Errors of the client are no errors of the server span.
    if (status >= SERVER_ERROR)
      span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', String(status));
    span.end();
  }

  /** Records an internal error in the span of its request. */
  recordFailure(request: RequestContext, thrown: unknown): void {
    this.#spans.get(request)?.recordException(describeThrown(thrown));
  }

  operation({ target, operation, module, file, run }: Route): Operation {
    const name = `${target.name || module}.${operation}`;
    const attributes = { 'code.function.name': name, 'code.file.path': file, 'lectern.module': module };
    return (call) => {
      const span = this.tracer.startSpan(name, { kind: SpanKind.INTERNAL, attributes });
      const ended = (isFailed: boolean, thrown?: unknown) => {
        if (isFailed) recordError(span, thrown);
        span.end();
      };
      return inside(span, context.active(), () => whenEnded(() => run(call), ended));
    };
  }
}

function inside<T>(span: Span, parent: Context, work: () => T): T {
  return context.with(trace.setSpan(parent, span), work);
}

/** Marks a span as failed, unless `thrown` is an intended failure. */
function recordError(span: Span, thrown: unknown): void {
  if (!isInternalError(thrown)) return;
  const type = isInstance(thrown, Error) ? describeThrown(thrown).name : typeof thrown;
  span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', type);
}

/** Method of a request; `_OTHER` for unknown ones. */
export function knownMethodOf(method: string): string {
  return known.has(method) ? method : '_OTHER';
}

function methodOf(method: string) {
  if (known.has(method)) return { 'http.request.method': method };
  return { 'http.request.method': '_OTHER', 'http.request.method_original': method };
}

/** Path of a request with its ids. Other parameters appear as `{name}`, because their values may be credentials. */
export function publicPath({ path, route }: Pick<RequestContext, 'path' | 'route'>): string {
  const given = path.split('/').slice(2);
  const words = route.split('/').slice(1);
  if (given.length < words.length) return `/api${route}`;
  return `/api/${words.map((word, index) => shown(word, given[index] ?? '')).join('/')}`;
}

function shown(word: string, given: string): string {
  if (!word.startsWith('{')) return given;
  return isIdParameter(word.slice(1, -1)) && isId(given) ? given : word;
}

const TIMEOUT_MS = 2_000;

/** Methods of an SDK's providers that are used here. */
interface Provider {
  getDelegate?(): Provider;
  forceFlush?(): Promise<void>;
}

/** Exports buffered spans and metrics before the process ends, if an SDK is registered. */
export async function flushTelemetry(): Promise<void> {
  const proxy = trace.getTracerProvider() as Provider;
  const providers = [proxy.getDelegate?.() ?? proxy, metrics.getMeterProvider() as Provider];
  const late = () => new Error(`The spans and metrics were not exported within ${TIMEOUT_MS} ms.`);
  const run = () => Promise.all(providers.map(async (provider) => provider.forceFlush?.()));
  // An unreachable collector must not change how the process ends.
  await inTime({ milliseconds: TIMEOUT_MS, run, late }).catch(() => undefined);
}
