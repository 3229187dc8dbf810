import type { Config } from '../../kernel/declare/config_schema.ts';
import type { Logger } from '../../kernel/declare/logger.ts';
import type { LogDestination } from './log_output.ts';
import type { RequestContext } from '../../kernel/http/request_context.ts';
import type { RequestObserver } from '../../kernel/http/request_hooks.ts';
import type { Metrics } from './metrics.ts';
import { createRequestLog } from './request_log.ts';
import type { RequestSpans } from './request_spans.ts';
import type { RequestTrail } from './request_trail.ts';
import { slowRequestLog } from './slow_requests.ts';

export interface RequestObserverParts {
  readonly config: Pick<Config, 'log'>;
  readonly logger: Logger;
  /** Destination of the log line of each request; undefined if the log level excludes such lines. */
  readonly requests: LogDestination | undefined;
  readonly metrics: Metrics;
  readonly spans: RequestSpans | undefined;
  readonly trail: RequestTrail;
  /** Called with each internal error. */
  readonly threw: RequestObserver['failed'];
}

/** Creates the observer that logs, counts and traces answers. A 408 is not logged as slow: clients cause it, often in bursts. */
export function createRequestObserver(parts: RequestObserverParts): RequestObserver {
  const { config, logger, requests, metrics, spans, trail, threw } = parts;
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
      const milliseconds = performance.now() - context.startedAt;
      metrics.observe(context, status, milliseconds);
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
    get around() {
      return trail.isRecording ? recorded : spanned;
    },
  };
}
