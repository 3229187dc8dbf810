const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs `work`. SIGINT, SIGTERM and SIGHUP abort the passed signal, so that `work` can clean up. */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const abort = () => {
    controller.abort(new Error('The command was interrupted and leaves nothing behind.'));
  };
  for (const name of signals) process.once(name, abort);
  try {
    return await work(controller.signal);
  } finally {
    for (const name of signals) process.off(name, abort);
  }
}
