import { createKernel } from 'lectern/host';
import { quickHash } from '../core/platform/orders/shop.ts';
import { projectRoot } from '../support/platform.ts';
import { seed } from '../support/seed.ts';

/** Price of each course of the drill, in minor units. */
export const PRICE = 10_00;
/** Coins of each buyer before the drill, in minor units. */
export const COINS = 1_000_000_00;

const BUYERS = 60;
const SEEDED = 2_500;

/** A buyer, who is signed in by a token. */
export interface Buyer {
  readonly id: string;
  readonly token: string;
}

/** Buyers with coins, and the courses that they buy. */
export interface Shop {
  readonly buyers: readonly Buyer[];
  readonly courseIds: readonly string[];
}

/** Creates tables, demo data, buyers and courses. @param url database on the primary */
export async function prepareShop(url: string): Promise<Shop> {
  const kernel = await createKernel({
    root: projectRoot,
    env: { NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'silent', DATABASE_URL: url },
    config: { demo: true, modules: { jobs: { enabled: false }, database: { statementTimeoutMs: 120_000 } } },
  });
  await kernel.listen();
  try {
    const { database, ledger, tokens } = kernel.services;
    await seed(kernel.services, SEEDED);
    const { rows: courses } = await database.raw<{ id: string }>(
      `update courses set max_rate = 100, price = ?, origin_price = ?, is_free = false, vip_level_id = 0
       where id > 40 and status = 'published' returning id`,
      [PRICE, PRICE],
    );
    const { rows } = await database.raw<{ id: string }>(
      `insert into users (nickname, roles, uuid, pay_password_hash)
       select 'buyer' || n, array['ROLE_USER'], 'buyer' || n, ? from generate_series(1, ?::int) as n returning id`,
      [quickHash, BUYERS],
    );
    const buyers: Buyer[] = [];
    for (const { id } of rows) {
      const movement = { from: 'coin.issued', to: { userId: id, kind: 'coin' }, amount: COINS } as const;
      await database.transaction(() => ledger.post({ reason: 'drill' }, [movement]));
      buyers.push({ id, token: await tokens.issue(id) });
    }
    return { buyers, courseIds: courses.map(({ id }) => id) };
  } finally {
    await kernel.stop();
  }
}
