import type { OutgoingHttpHeaders } from 'node:http';
import type { CircuitBreaker, RequestContext } from '../http/request_context.ts';

/** Answers the request with the failure for a thrown error. */
export type Fail = (thrown: unknown) => void;

/** Functions and breaker that the answer of a mount notifies, at most once each. */
export interface MountAnswerParts {
  readonly fail: Fail;
  readonly breaker: CircuitBreaker | undefined;
  /** Called at the end of each request that did not fail. The kernel reports failed requests itself. */
  readonly done: (context: RequestContext, status: number) => void;
}

/** Answer of middleware to one request. Passes on the first failure only. */
export class MountAnswer {
  /** Headers set before the middleware ran. The answer to a failure keeps only these. */
  readonly #before: OutgoingHttpHeaders;
  #hasFailed = false;
  #hasEnded = false;

  constructor(
    private readonly context: RequestContext,
    private readonly parts: MountAnswerParts,
  ) {
    this.#before = context.response.getHeaders();
  }

  readonly fail: Fail = (thrown) => {
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    if (!this.context.response.headersSent) this.#restoreHeaders();
    this.parts.fail(thrown);
  };

  /** Reports the end of a request that did not fail, once, to the circuit breaker and to `done`. */
  readonly end = (): void => {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    const { context, parts } = this;
    if (this.#hasFailed) return;
    parts.breaker?.answered(context);
    parts.done(context, context.response.statusCode);
  };

  #restoreHeaders(): void {
    const { response } = this.context;
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    for (const [name, value] of Object.entries(this.#before)) if (value !== undefined) response.setHeader(name, value);
  }
}
