export interface LimitedWork<T> {
  readonly milliseconds: number;
  readonly run: () => T | Promise<T>;
  /** Creates the error for exceeding the limit. */
  readonly late: () => Error;
}

/** Awaits work for a limited time; late work continues. @throws the error of `late` after the limit; errors of `run` */
export async function inTime<T>({ milliseconds, run, late }: LimitedWork<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late()), milliseconds);
  });
  const begun = async () => run();
  try {
    return await Promise.race([begun(), limit]);
  } finally {
    clearTimeout(timer);
  }
}
