import type { Span } from '@opentelemetry/api';
import type { Config } from '../../kernel/base/config_schema.ts';
import type { Logger } from '../../kernel/base/logger.ts';
import type { LogDestination } from './log/log_output.ts';
import type { RequestContext } from '../../kernel/http/request_context.ts';
import type { RequestObserver } from '../../kernel/http/request_hooks.ts';
import type { Metrics } from './metrics.ts';
import type { ModuleUsages } from './module_usage.ts';
import type { RequestSpans } from './request_spans.ts';
import type { RequestTrail } from './request_trail.ts';
import { slowestPart } from './awaited_parts.ts';
import { signature } from './log/log.ts';
import { traceOf } from './log/trace_fields.ts';

export interface RequestObserverParts {
  readonly config: Pick<Config, 'log'>;
  readonly logger: Logger;
  /** Destination of the log line of each request; undefined if the log level excludes such lines. */
  readonly requests: LogDestination | undefined;
  readonly metrics: Metrics;
  readonly usages: ModuleUsages;
  readonly spans: RequestSpans | undefined;
  readonly trail: RequestTrail;
  /** Called with each internal error. */
  readonly threw: RequestObserver['failed'];
  readonly droppedInput: RequestObserver['droppedInput'];
}

/** Creates the observer that logs, counts and traces answers. A 408 is not logged as slow: clients cause it, often in bursts. */
export function createRequestObserver(parts: RequestObserverParts): RequestObserver {
  const { config, logger, requests, metrics, usages, spans, trail, threw, droppedInput } = parts;
  const { slowRequestMs } = config.log;
  const slowest = slowRequestMs || Infinity;
  const logSlow = slowRequestLog(logger, slowRequestMs);
  const log = createRequestLog(requests);
  const spanned: RequestObserver['around'] = spans && ((context, serve) => spans.run(context, serve));
  const recorded: RequestObserver['around'] = (context, serve) =>
    trail.run(context, spanned ? () => spanned(context, serve) : serve);
  return {
    began: metrics.begin,
    passedOn: metrics.forget,
    answered: (context: RequestContext, status: number) => {
      if (context.isObserved) return;
      context.isObserved = true;
      const now = performance.now();
      const milliseconds = now - context.startedAt;
      metrics.observe(context, status, milliseconds);
      usages.find(context.module)?.ended('answerBytes', context.sentBytes || declaredLength(context), now);
      log(context, status, milliseconds, spans?.of(context));
      if (milliseconds >= slowest && status !== 408) logSlow(context, status, milliseconds);
      spans?.end(context, status);
      if (trail.isRecording) trail.answered(context, status, milliseconds);
    },
    failed: (context, thrown) => {
      spans?.recordFailure(context, thrown);
      trail.failed(context, thrown);
      threw(context, thrown);
    },
    droppedInput,
    get around() {
      return trail.isRecording ? recorded : spanned;
    },
  };
}

/** Length in the head of an answer that middleware has sent; 0 without one. */
function declaredLength({ method, response }: RequestContext): number {
  return method === 'HEAD' ? 0 : Number(response.getHeader('content-length') ?? 0);
}

type SlowRequestLog = (context: RequestContext, status: number, milliseconds: number) => void;

/** Returns a function that logs a slow request, with the hook or other part that took at least half of the time. */
function slowRequestLog(logger: Logger, slowRequestMs: number): SlowRequestLog {
  return (context, status, milliseconds) => {
    const { id, method, route, module, caller } = context;
    const ms = Math.round(milliseconds);
    const slowest = slowestPart(context, milliseconds);
    const part = slowest && { module: slowest.part.name, file: slowest.part.file, ms: Math.round(slowest.ms) };
    const where = slowest && part ? `; ${part.ms} ms of it in ${slowest.part.what}` : '';
    logger.warn(
      { reqId: id, method, route, module, user: caller?.id, status, ms, part },
      `a request took ${ms} ms, longer than ${slowRequestMs} ms (log.slowRequestMs)${where}`,
    );
  };
}

const INFO = 30;

/**
 * Writes the line of a request in the format of pino, but faster. Nothing has to be escaped or redacted, because the
 * kernel or Node has made or checked all values. The URL is left out, because it may contain a credential.
 */
// oxlint-disable-next-line max-params -- one call for each request, without an object made for it
export type RequestLog = (request: Recorded, status: number, milliseconds: number, span?: Span) => void;

type Recorded = Pick<RequestContext, 'id' | 'method' | 'route' | 'module'>;

export function createRequestLog(destination: LogDestination | undefined): RequestLog {
  if (!destination) return () => undefined;
  const signed = signature();
  const by = signed ? `"worker":${signed.worker},"pid":${signed.pid},` : '';
  // oxlint-disable-next-line max-params -- as its type
  return ({ id, method, route, module }, status, milliseconds, span) => {
    const ms = Math.round(milliseconds * 100) / 100;
    const trace = span ? traceText(span) : '';
    destination.write(
      `{"level":${INFO},"time":${Date.now()},${by}"reqId":"${id}","method":"${method}","route":"${route}","module":"${module}","status":${status},"ms":${ms}${trace},"msg":"request"}\n`,
    );
  };
}

function traceText(span: Span): string {
  const { trace_id, span_id } = traceOf(span);
  return `,"trace_id":"${trace_id}","span_id":"${span_id}"`;
}
