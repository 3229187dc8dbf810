import type { Knex } from 'knex';

/** Does something in a transaction that is rolled back, changes of tables included. */
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
