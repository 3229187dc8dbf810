import { setTimeout as sleep } from 'node:timers/promises';

/** Repeats a check until it succeeds. @returns the elapsed milliseconds @throws the last error after the timeout */
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
