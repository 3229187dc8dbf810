import { Failure, isUnavailable } from '../../kernel/declare/failure.ts';
import { isInstance, isThenable, reasonOf } from '../../kernel/base/thrown.ts';
import type { RequestContext } from '../../kernel/http/request_context.ts';
import { awaitPart, type RequestPart } from '../telemetry/awaited_parts.ts';
import { inTime } from '../telemetry/timeout.ts';

// Milliseconds by which code beside the operation may delay an answer.
const BESIDE_MS = 2_000;

/** Whether a part of a request threw what clients may see: a failure, or the error of an unavailable dependency. */
export function isForClient(thrown: unknown): boolean {
  return isInstance(thrown, Failure) || isUnavailable(thrown);
}

/** Error for the log that names the part which threw. */
export function namedError({ what }: Pick<RequestPart, 'what'>, cause: unknown): Error {
  return new Error(`${what} failed: ${reasonOf(cause)}`, { cause });
}

/**
 * Fails a request because of a part of another module than that of its route. The log names the module of the part, and
 * the circuit breaker of the route does not count the error.
 */
export function failByPart(request: RequestContext, part: RequestPart, thrown: unknown): never {
  request.module = part.name;
  request.breaker = undefined;
  throw namedError(part, thrown);
}

/** Code of a module beside an operation, which has been carried out and is answered in any case. */
interface BesideWork {
  readonly request: RequestContext;
  readonly part: RequestPart;
  /** Method, for messages. */
  readonly method: string;
  readonly run: () => unknown;
  /** Gets an error, also that for missing the time limit. */
  readonly failed: (error: unknown) => void;
}

/** Runs work beside an operation. Returns a promise only if the work does; it waits for 2 seconds, and never rejects. */
export function runBeside({ request, part, method, run, failed }: BesideWork): Promise<unknown> | undefined {
  try {
    const value = run();
    if (!isThenable(value)) return undefined;
    const late = () => new Error(`${method}() did not end within ${BESIDE_MS} ms; leave long work to a job`);
    const ended = inTime({ milliseconds: BESIDE_MS, run: () => Promise.resolve(value), late });
    return awaitPart(request, part, ended).catch(failed);
  } catch (error) {
    failed(error);
    return undefined;
  }
}
