import type { KernelMiddleware } from '../../kernel/http/request_hooks.ts';

export class ActiveRequests {
  #count = 0;
  #wake: () => void = noop;

  enter(): void {
    this.#count++;
  }

  leave(): void {
    this.#count--;
    if (this.#count === 0) this.#wake();
  }

  /** Resolves when no request is in progress, or after `timeout` milliseconds. */
  async ended(timeout: number): Promise<void> {
    if (this.#count === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, timeout);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** Requests in progress that began with the current modules; requests of replaced modules are counted apart. */
export class CurrentRequests {
  current = new ActiveRequests();

  /** @returns the requests that began with the previous modules */
  renew(): ActiveRequests {
    const former = this.current;
    this.current = new ActiveRequests();
    return former;
  }

  restore(former: ActiveRequests): void {
    this.current = former;
  }
}

/** Counts the requests of a middleware until their answers are sent or the client disconnects. */
export function counted(kernel: KernelMiddleware, traffic: ActiveRequests): KernelMiddleware {
  return (request, response, next) => {
    traffic.enter();
    response.once('close', () => {
      traffic.leave();
    });
    kernel(request, response, next);
  };
}

function noop(): void {
  // Does nothing, since no caller waits for the end of the requests.
}
