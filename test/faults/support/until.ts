import { setTimeout as sleep } from 'node:timers/promises';

/** Repeats a check until it holds. @returns milliseconds that it took @throws what the check throws at last */
export async function until(check: () => unknown, { timeout = 20_000, pause = 20 } = {}): Promise<number> {
  const begun = performance.now();
  for (;;) {
    try {
      await check();
      return performance.now() - begun;
    } catch (error) {
      if (performance.now() - begun > timeout) throw error;
      await sleep(pause);
    }
  }
}
