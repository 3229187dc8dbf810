import { standardFailures, use } from 'lectern';
import type { CaptchaConfig } from '../config.ts';
import { Painter } from '../drawing/painter.ts';

const RETRY_AFTER_SECONDS = 1;

interface Order {
  readonly phrase: string;
  readonly done: (png: Uint8Array) => void;
  readonly failed: (error: unknown) => void;
}

/** Draws phrases as pictures in worker threads. Threads start on first use and are replaced when they end. */
export class CaptchaPictures {
  readonly #logger = use('logger');
  readonly #config: CaptchaConfig = use('verificationConfig').captcha;
  readonly #painters = new Set<Painter>();
  readonly #waiting: Order[] = [];
  #isStopped = false;

  /** Ends the threads; queued drawings fail with 503. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const { failed } of this.#waiting.splice(0)) failed(unavailable());
    await Promise.all([...this.#painters].map((painter) => painter.end()));
  }

  /**
   * Draws a phrase.
   * @returns a PNG as a data URL
   * @throws standardFailures.unavailable when the queue is full, or the drawing fails
   */
  async draw(phrase: string): Promise<string> {
    const png = await new Promise<Uint8Array>((done, failed) => this.#take({ phrase, done, failed }));
    return `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
  }

  #take(order: Order): void {
    const painter = this.#free();
    if (painter) void this.#work(painter, order);
    else if (this.#isStopped || this.#waiting.length >= this.#config.waiting) order.failed(unavailable());
    else this.#waiting.push(order);
  }

  async #work(painter: Painter, { phrase, done, failed }: Order): Promise<void> {
    try {
      done(await painter.draw(phrase));
    } catch (err) {
      if (!this.#isStopped)
        this.#logger.error(
          { err },
          'A captcha was not drawn, so its request is answered with 503; the field "err" says why',
        );
      failed(unavailable());
    }
    this.#next();
  }

  /** Returns an idle thread, or a new thread below the maximum number of threads; otherwise undefined. */
  #free(): Painter | undefined {
    if (this.#isStopped) return undefined;
    const idle = [...this.#painters].find((painter) => painter.isIdle);
    if (idle ?? this.#painters.size >= this.#config.threads) return idle;
    const painter = new Painter(this.#gone);
    this.#painters.add(painter);
    return painter;
  }

  #next(): void {
    const [order] = this.#waiting;
    const painter = order && this.#free();
    if (!painter) return;
    this.#waiting.shift();
    void this.#work(painter, order);
  }

  readonly #gone = (painter: Painter): void => {
    this.#painters.delete(painter);
    this.#next();
  };
}

function unavailable() {
  const headers = { 'Retry-After': String(RETRY_AFTER_SECONDS) };
  return standardFailures.unavailable({ message: 'Captchas cannot be drawn at the moment; try again.', headers });
}
