const TIMEOUT_MS = 5_000;
const PAUSE_MS = 20;

/** Repeats a check until it succeeds, for asynchronous changes. @throws the error of the last attempt */
export async function eventually(check: () => Promise<unknown>): Promise<void> {
  const until = Date.now() + TIMEOUT_MS;
  for (;;) {
    try {
      await check();
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
