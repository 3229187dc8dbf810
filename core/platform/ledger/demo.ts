import type { Services } from 'lectern';

/** Coins of the demo users by id, in hundredths; all other users have none. */
const coins: Readonly<Record<string, number>> = { 4: 1_000_00, 7: 50_00 };

/** Creates a coin account for every demo user, and posts the `coins` of two of them to the ledger. */
export default async function demo({ database, ledger }: Services): Promise<void> {
  await database.raw(`
    insert into accounts (user_id, kind, balance) select id, 'coin', 0 from users where id <= 60 order by id
    on conflict (user_id, kind) do nothing`);
  for (const [userId, amount] of Object.entries(coins)) {
    await ledger.post({ reason: 'demo' }, [{ from: 'coin.issued', to: { userId, kind: 'coin' }, amount }]);
  }
}
