import type { ClientOptions } from './client_types.ts';

/** Longest pause before the first retry, unless the answer has `Retry-After`; doubles with each further retry. */
const FIRST_PAUSE_MS = 200;
/** Longest pause after an answer. An answer that requires a longer pause is returned without a retry. */
const MAX_PAUSE_MS = 30_000;

/**
 * Sends a request, and repeats the request after connection errors and temporary error answers.
 * @throws the last connection error, or the reason of an aborted `signal`
 */
export async function sendRetrying(url: string, request: RequestInit, options: ClientOptions): Promise<Response> {
  const { fetch: send = fetch, retries = 2 } = options;
  for (let tries = 0; ; tries++) {
    const pause = FIRST_PAUSE_MS * 2 ** tries * (0.5 + Math.random() / 2);
    try {
      const response = await send(url, request);
      const seconds = response.headers.get('retry-after');
      const wait = seconds === null ? pause : Number(seconds) * 1_000;
      if (tries >= retries || !isPassing(response.status) || !(wait <= MAX_PAUSE_MS)) return response;
      await response.body?.cancel();
      await passing(wait, request.signal);
    } catch (error) {
      if (tries >= retries || request.signal?.aborted) throw error;
      await passing(pause, request.signal);
    }
  }
}

/** Whether a later try may succeed. 409 is the answer while a request with the same `Idempotency-Key` is running. */
function isPassing(status: number): boolean {
  return [409, 429, 502, 503, 504].includes(status);
}

/** Waits. @throws the reason of the signal when the signal aborts */
async function passing(milliseconds: number, signal: AbortSignal | null | undefined): Promise<void> {
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
