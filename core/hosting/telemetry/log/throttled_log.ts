import type { Logger } from '../../../kernel/base/logger.ts';

const MINUTE_MS = 60_000;

/** Limits warnings about frequent events: each message is logged at most once a minute. */
export class ThrottledLog {
  readonly #last = new Map<string, number>();

  constructor(private readonly logger: Pick<Logger, 'warn'>) {}

  /**
   * @param message constant text, because each distinct message stays in memory
   * @param details further fields of the line
   */
  warn(message: string, details: object = {}): void {
    const now = performance.now();
    const last = this.#last.get(message);
    if (last !== undefined && now - last < MINUTE_MS) return;
    this.#last.set(message, now);
    this.logger.warn(details, message);
  }
}
