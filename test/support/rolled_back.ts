import type { Knex } from 'knex';

/** Runs `work` in a transaction that is rolled back, including changes of tables. */
export async function rolledBack(knex: Knex, work: (transaction: Knex.Transaction) => Promise<unknown>): Promise<void> {
  const undone = new Error('undone');
  const transaction = knex.transaction(async (trx) => {
    await work(trx);
    throw undone;
  });
  await transaction.catch((error: unknown) => {
    if (error !== undone) throw error;
  });
}
