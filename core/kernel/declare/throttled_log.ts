import type { Logger } from './logger.ts';

const MINUTE = 60_000;

/** Warnings about what happens thousands of times at once: each sentence is logged once a minute at most. */
export class ThrottledLog {
  readonly #last = new Map<string, number>();

  constructor(private readonly logger: Pick<Logger, 'warn'>) {}

  /**
   * @param message one of a few sentences, without anything that varies
   * @param details what else the line says
   */
  warn(message: string, details: object = {}): void {
    const now = performance.now();
    const last = this.#last.get(message);
    if (last !== undefined && now - last < MINUTE) return;
    this.#last.set(message, now);
    this.logger.warn(details, message);
  }
}
