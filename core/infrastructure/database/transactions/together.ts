type Started<Results extends readonly unknown[]> = { readonly [Index in keyof Results]: Promise<Results[Index]> };

/**
 * Waits until all statements have ended. Statements (`Database.statement`) that a transaction starts together share one
 * round trip.
 * @throws the error of the first failed statement, in the given order
 * @example const [order, account] = await together([orders.get(sn), ledger.coinAccount(userId)]);
 */
export async function together<Results extends readonly unknown[]>(started: Started<Results>): Promise<Results> {
  const outcomes = await Promise.allSettled(started);
  // oxlint-disable-next-line lectern/no-cast-by-unknown -- a mapped tuple is an array to the compiler
  return outcomes.map((outcome) => {
    if (outcome.status === 'fulfilled') return outcome.value;
    throw outcome.reason;
  }) as unknown as Results;
}
