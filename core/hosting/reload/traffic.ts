import type { KernelMiddleware } from '../../kernel/http/request_hooks.ts';

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

/** Requests under way that began with the current modules; those of replaced modules are counted apart. */
export class CurrentTraffic {
  current = new Traffic();

  /** @returns the requests that began with the modules before */
  renew(): Traffic {
    const former = this.current;
    this.current = new Traffic();
    return former;
  }

  restore(former: Traffic): void {
    this.current = former;
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
