import { runOutside } from '../../kernel/modules/module_context.ts';

const STEP_MS = 20;

/** Clock in steps of 20 ms, without the cost of `performance.now()`. Its timer runs only while the clock is read. */
export class CoarseClock {
  #time = 0;
  #isRead = false;
  #timer: NodeJS.Timeout | undefined;

  /** Time by `performance.now()`, at most a step ago unless the event loop was blocked. */
  now(): number {
    this.#isRead = true;
    if (!this.#timer) this.#start();
    return this.#time;
  }

  #start(): void {
    this.#time = performance.now();
    this.#timer = runOutside(() => setInterval(this.#step, STEP_MS).unref());
  }

  readonly #step = (): void => {
    this.#time = performance.now();
    if (!this.#isRead) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    this.#isRead = false;
  };
}
