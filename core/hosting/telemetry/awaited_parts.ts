import type { RequestContext } from '../../kernel/http/request_context.ts';
import type { Owner } from '../../kernel/modules/module_context.ts';

declare module '../../kernel/http/request_context.ts' {
  interface RequestContext {
    /** The last part that the request has waited for; absent if it has waited for none. */
    awaited?: AwaitedPart;
  }
}

/** Code of a module within a request, besides the operation of its route, such as a hook or an overridden operation. */
export interface RequestPart extends Pick<Owner, 'layer' | 'name'> {
  /** Name with the module, for messages: `before() of an operation hook of module a`. */
  readonly what: string;
  /** Path below the root. */
  readonly file: string;
}

// Maximum number of parts in the record of a request.
const MAX_PARTS = 100;

/** A part that a request has waited for. */
export class AwaitedPart {
  /** Duration in milliseconds; undefined while the request waits. */
  ms: number | undefined = undefined;
  failed = false;
  /** The part whose wait began before. */
  readonly earlier: AwaitedPart | undefined;
  /** Time at which the wait began, by `performance.now()`. */
  readonly startedAt = performance.now();

  constructor(
    readonly part: RequestPart,
    request: RequestContext,
    private readonly ended: ((isFailed: boolean, error?: unknown) => void) | undefined,
  ) {
    this.earlier = request.awaited;
    request.awaited = this;
  }

  end(isFailed: boolean, error?: unknown): void {
    this.ms = performance.now() - this.startedAt;
    this.failed = isFailed;
    this.ended?.(isFailed, error);
  }
}

/**
 * Records that a request waits for a part until its promise settles.
 * @param ended called when the promise has settled
 * @returns the promise
 */
// oxlint-disable-next-line max-params -- one call for each part, without an object made for it
export function awaitPart(
  request: RequestContext,
  part: RequestPart,
  value: PromiseLike<unknown>,
  ended?: (isFailed: boolean, error?: unknown) => void,
): Promise<unknown> {
  const promise = Promise.resolve(value);
  const one = new AwaitedPart(part, request, ended);
  promise.then(
    () => one.end(false),
    (error: unknown) => one.end(true, error),
  );
  return promise;
}

/** The first 100 parts that a request has waited for, in the order of their start. */
export function awaitedParts(request: RequestContext): readonly AwaitedPart[] {
  return lastPartsOf(request).toReversed().slice(0, MAX_PARTS);
}

/** The part that a request waits for now; of several, the last to begin. */
export function pendingPart(request: RequestContext): RequestPart | undefined {
  return lastPartsOf(request).find(({ ms }) => ms === undefined)?.part;
}

/** The part that took at least half of the duration of a request; of several, the last to begin. */
export function slowestPart(request: RequestContext, duration: number): { part: RequestPart; ms: number } | undefined {
  const now = performance.now();
  const timed = lastPartsOf(request).map(({ part, startedAt, ms = now - startedAt }) => ({ part, ms }));
  return timed.find(({ ms }) => ms >= duration / 2);
}

function lastPartsOf({ awaited }: RequestContext): readonly AwaitedPart[] {
  const parts: AwaitedPart[] = [];
  for (let one = awaited; one; one = one.earlier) parts.push(one);
  return parts;
}
