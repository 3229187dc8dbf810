import { sharedFailure } from '../../kernel/declare/failure.ts';
import { standardFailures } from '../../kernel/declare/standard_failures.ts';
import type { RequestContext } from '../../kernel/http/request_context.ts';
import { pendingPart } from '../telemetry/awaited_parts.ts';
import { Limited, TimeLimit } from './time_limit.ts';

/** Answer to a request whose operation, or other code of a module, has missed its deadline. */
export const missedDeadline = sharedFailure(
  standardFailures.unavailable({
    message:
      'The operation took too long and was given up; it may still have been carried out, so check before you repeat it.',
  }),
);

/** Pending code with a deadline. `request` is absent for middleware, which runs before a request context exists. */
export class PendingOperation extends Limited {
  constructor(
    readonly giveUp: () => void,
    readonly request?: RequestContext,
  ) {
    super();
  }
}

const LONG_WAIT_MS = 1_000;

/** Ends the wait for operations and middleware that do not answer in time. */
export class Deadlines {
  readonly #limit: TimeLimit<PendingOperation> | undefined;

  /** @param deadlineMs 0 disables the deadline */
  constructor(deadlineMs: number) {
    this.#limit = deadlineMs === 0 ? undefined : new TimeLimit(deadlineMs, (pending) => pending.giveUp());
  }

  stop(): void {
    this.#limit?.stop();
  }

  /**
   * Starts a deadline, and calls `giveUp` when the deadline passes.
   * @returns the argument for `end`; undefined when deadlines are disabled
   */
  begin(giveUp: () => void, request?: RequestContext): PendingOperation | undefined {
    if (!this.#limit) return undefined;
    const pending = new PendingOperation(giveUp, request);
    this.#limit.begin(pending);
    return pending;
  }

  /**
   * Requests that wait and began a second ago or earlier; none when deadlines are disabled. `part` is the hook or other
   * part that a request waits for, null for the operation of the route.
   */
  waiting() {
    const requests = new Set(Array.from(this.#limit ?? [], ({ request }) => request));
    return [...requests].flatMap((request) => {
      const ms = request ? Math.round(performance.now() - request.startedAt) : 0;
      if (!request || ms < LONG_WAIT_MS) return [];
      const { id, method, route, module } = request;
      const part = pendingPart(request);
      return { id, method, route, module: part?.name ?? module, part: part?.what ?? null, ms };
    });
  }

  /**
   * Returns a promise that settles like the pending `value`, unless the deadline passes first.
   * @param call.late called at the deadline; returns the error to reject with, or undefined to wait on
   * @param call.ended called when the value settles, also after the deadline
   */
  settle(
    value: PromiseLike<unknown>,
    request: RequestContext,
    call: { late: () => Error | undefined; ended?: () => void },
  ): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const pending = this.begin(() => {
        const error = call.late();
        if (error) reject(error);
      }, request);
      // A thenable may call back twice or synchronously; a promise does not.
      Promise.resolve(value).then(
        (awaited) => {
          call.ended?.();
          this.end(pending);
          resolve(awaited);
        },
        (error: unknown) => {
          call.ended?.();
          this.end(pending);
          // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- the operation may throw any value
          reject(error);
        },
      );
    });
  }

  /** Ends a deadline. @returns false when the deadline had already passed or ended */
  end(pending: PendingOperation | undefined): boolean {
    return pending === undefined || this.#limit === undefined || this.#limit.end(pending);
  }
}
