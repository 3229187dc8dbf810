import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestContext } from '../http/request_context.ts';
import { isUnavailable } from '../declare/failure.ts';

const CHECK_MS = 1_000;

/**
 * Ends streams of events whose callers have lost access: by sign-out, lock, new password, expiry, or without the
 * permission. Checks the credentials of the open streams together, a second after the last check.
 */
export class StreamAccess {
  readonly #open = new Set<RequestContext>();
  // The timer belongs to no request, whose trail would otherwise get the statements of all checks.
  readonly #outside = AsyncLocalStorage.snapshot();
  #timer: NodeJS.Timeout | undefined;

  /** @param admit rejects if the caller of a request has no access */
  constructor(private readonly admit: (context: RequestContext) => Promise<unknown>) {}

  /** Checks a stream until it is closed. */
  add(context: RequestContext): void {
    this.#open.add(context);
    context.response.once('close', () => this.#open.delete(context));
    if (!this.#timer) this.#timer = this.#later();
  }

  #later(): NodeJS.Timeout {
    return this.#outside(() => setTimeout(() => void this.#check(), CHECK_MS).unref());
  }

  async #check(): Promise<void> {
    await Promise.all(Array.from(this.#open, (context) => this.#checkOne(context)));
    this.#timer = this.#open.size > 0 ? this.#later() : undefined;
  }

  /**
   * Ends a stream without access as if the client had disconnected: its mount may still write until it notices. While
   * the credential cannot be checked, the stream continues.
   */
  async #checkOne(context: RequestContext): Promise<void> {
    try {
      await this.admit(context);
    } catch (error) {
      if (!isUnavailable(error)) context.response.destroy();
    }
  }
}
