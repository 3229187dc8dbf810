import { STATUS_CODES } from 'node:http';
import { Failure, isUnavailable } from '../declare/failure.ts';
import type { FailureKind, FieldProblem, RestatedFailure } from '../declare/failure.ts';
import { standardFailures } from '../declare/standard_failures.ts';
import type { Logger } from '../base/logger.ts';
import type { Tree } from '../base/tree.ts';
import { isInstance, legible, propertyOf, reasonOf } from '../base/thrown.ts';

/** Answer to a failed request. Status and code are those of the failure, unless the route restates them in `@fails`. */
export interface ErrorAnswer {
  readonly failure: Failure;
  readonly status: number;
  readonly code: number;
  readonly message: string;
  readonly details: readonly FieldProblem[] | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Writes the bodies of all error answers.
 *
 * @example
 * errorBodies: decorates<Services['errorBodies']>(() => ({
 *   write: ({ status, message }) => JSON.stringify({ ok: false, status, message }),
 *   schema: { type: 'object', properties: { ok: { const: false }, status: { type: 'integer' }, message: { type: 'string' } } },
 * })),
 */
export interface ErrorBodies {
  /** Returns the body as JSON text. Clients that accept `application/problem+json` get problem details (RFC 9457). */
  write(error: ErrorAnswer, requestId: string): string;
  /** JSON Schema of the bodies for the OpenAPI document; undefined for the standard one. */
  readonly schema?: Tree;
}

/** Default value of `Retry-After` in answers with 503. */
export const RETRY_AFTER_SECONDS = '5';

/**
 * Answer for a thrown value. All but failures are answered by `unavailable` or `internal`, without details.
 * @param fails failures of the route, which may restate code and status
 */
export function answerOf(thrown: unknown, fails: readonly (FailureKind | RestatedFailure)[] = []): ErrorAnswer {
  const failure = isInstance(thrown, Failure)
    ? thrown
    : isUnavailable(thrown)
      ? standardFailures.unavailable()
      : standardFailures.internal();
  const { kind, message, details, headers = {} } = failure;
  const { status, code } = fails.find((one): one is RestatedFailure => 'kind' in one && one.kind === kind) ?? kind;
  return { failure, status, code, message, details, headers: status === 503 ? withRetryAfter(headers) : headers };
}

/** Adds the default Retry-After to the headers of an answer with 503, unless they have one. */
function withRetryAfter(headers: ErrorAnswer['headers']): ErrorAnswer['headers'] {
  const hasRetryAfter = Object.keys(headers).some((name) => name.toLowerCase() === 'retry-after');
  return hasRetryAfter ? headers : { ...headers, 'Retry-After': RETRY_AFTER_SECONDS };
}

/** Whether a thrown value is logged as an error: it is no Failure, or the failure `internal`. */
export function isInternalError(thrown: unknown): boolean {
  return !isInstance(thrown, Failure) || thrown.kind === standardFailures.internal;
}

/** Cached bodies of frozen failures, which many requests share. */
const cachedBodies = new WeakMap<Failure, { readonly code: number; readonly text: string }>();

/** Body of an error answer. With 5xx the body has the request id, by which operators find the request in the log. */
export function errorBody(answer: ErrorAnswer, requestId: string): string {
  const { failure, status, code } = answer;
  const known = cachedBodies.get(failure);
  if (known?.code === code && status < 500) return known.text;
  const text = writeBody(answer, requestId);
  if (status < 500 && Object.isFrozen(failure)) cachedBodies.set(failure, { code, text });
  return text;
}

/** Returns the function of `errorBodies`. If it throws or returns no text, that is logged, and the standard body is sent. */
export function errorWriter(bodies: ErrorBodies, logger: Logger): ErrorBodies['write'] {
  if (bodies.write === errorBody) return errorBody;
  return (answer, requestId) => {
    try {
      const text: unknown = bodies.write(answer, requestId);
      if (typeof text === 'string') return text;
      throw new TypeError('write() of the service "errorBodies" returned no text; return JSON.stringify(...)');
    } catch (err) {
      logger.error({ reqId: requestId, err }, 'the body of an error could not be written; the standard one was sent');
      return errorBody(answer, requestId);
    }
  };
}

function writeBody({ status, code, message, details }: ErrorAnswer, requestId: string): string {
  const detailsJson = details ? `,"details":${JSON.stringify(details)}` : '';
  const id = status >= 500 ? `,"requestId":${JSON.stringify(requestId)}` : '';
  return `{"error":{"code":${code},"message":${JSON.stringify(message)}${detailsJson}}${id}}`;
}

/** Body of an error answer as RFC 9457 problem details. */
export function problemBody({ status, code, message, details }: ErrorAnswer, requestId: string): string {
  const title = STATUS_CODES[status] ?? 'Error';
  const more = { ...(details && { errors: details }), ...(status >= 500 && { requestId }) };
  return JSON.stringify({ type: 'about:blank', title, status, detail: message, code, ...more });
}

/** Converts a thrown value to an error for the log. @param file path of the operation's file, for the message */
export function describeThrown(thrown: unknown, file?: string): Error {
  const where = file === undefined ? '' : `${file}: `;
  if (!isInstance(thrown, Error)) {
    const fix = 'throw a failure for the client, or an Error';
    return new Error(`${where}something other than an Error was thrown (${reasonOf(thrown)}); ${fix}.`);
  }
  if (propertyOf(thrown, 'code') !== 'ERR_HTTP_HEADERS_SENT') return legible(thrown);
  const fix = 'return the answer and leave the response to the kernel';
  return new Error(`${where}the operation has answered a second time; ${fix}.`);
}

/** Converts errors of Express: status 404 to noSuchApi, another 4xx to badRequest. Other values stay unchanged. */
export function fromExpress(thrown: unknown): unknown {
  const status = isInstance(thrown, Error) ? propertyOf(thrown, 'status') : undefined;
  if (typeof status === 'number' && propertyOf(thrown, 'name') !== 'Failure' && status >= 400 && status < 500) {
    return status === 404 ? standardFailures.noSuchApi() : standardFailures.badRequest();
  }
  return thrown;
}
