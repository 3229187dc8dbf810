/** Work that is not waited for for ever. */
export interface LimitedWork<T> {
  readonly milliseconds: number;
  readonly run: () => T | Promise<T>;
  /** What to say when the time is up. */
  readonly late: () => Error;
}

/** Waits for work, but no longer than told; what it throws at once counts like a rejection. @throws what `late` makes */
export async function inTime<T>({ milliseconds, run, late }: LimitedWork<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(late());
    }, milliseconds);
  });
  const begun = async () => run();
  try {
    return await Promise.race([begun(), limit]);
  } finally {
    clearTimeout(timer);
  }
}
