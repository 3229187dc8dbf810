import type { KernelMiddleware } from './kernel_middleware.ts';

/** The requests that are under way. */
export class Traffic {
  #count = 0;
  #wake: () => void = nobody;

  enter(): void {
    this.#count++;
  }

  leave(): void {
    this.#count--;
    if (this.#count === 0) this.#wake();
  }

  /** Resolves when the last request has been answered, or `patience` milliseconds have gone by. */
  async ended(patience: number): Promise<void> {
    if (this.#count === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, patience);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** Counts the requests that a middleware gets, until their answers are sent or the client has gone. */
export function counted(kernel: KernelMiddleware, traffic: Traffic): KernelMiddleware {
  return (request, response, next) => {
    traffic.enter();
    response.once('close', () => {
      traffic.leave();
    });
    kernel(request, response, next);
  };
}

function nobody(): void {
  // Nobody waits for the end.
}
