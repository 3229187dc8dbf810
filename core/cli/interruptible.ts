const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs `work`, and aborts its signal when the process is interrupted, so that it can clean up. */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const abort = () => {
    controller.abort(new Error('It was interrupted and leaves nothing behind.'));
  };
  for (const name of signals) process.once(name, abort);
  try {
    return await work(controller.signal);
  } finally {
    for (const name of signals) process.off(name, abort);
  }
}
