import fc from 'fast-check';
import { Shop } from '../../orders/shop.ts';
import { Counter } from './counter.ts';
import { LastingPlatform } from './lasting_platform.ts';
import { Model } from './model.ts';
import { goods, steps } from './steps.ts';

const COINS = 30_00;
/** Seed of the sequences; a failed run names it, and the same seed gives the same sequences. */
export const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);

const config = {
  modules: {
    events: { pollSeconds: 0.05 },
    jobs: { enabled: false },
    payments: { sandbox: true },
    users: { failedPayPasswords: 1_000_000 },
  },
};

/** A platform with the goods of the model. */
export async function startShop(): Promise<LastingPlatform> {
  const platform = await LastingPlatform.start(config);
  const { database } = platform.kernel.services;
  for (const { targetType, targetId, price, maxRate } of goods) {
    const table = targetType === 'course' ? 'courses' : 'classrooms';
    await database.table(table).where({ id: targetId }).update({ price, max_rate: maxRate });
  }
  return platform;
}

/**
 * Buys in sequences of steps, at the platform and in the model.
 * @throws the shortest sequence after which they differ
 */
export async function compareWithModel(platform: LastingPlatform, numRuns: number): Promise<void> {
  const shop = new Shop(platform);
  await fc.assert(
    fc.asyncProperty(steps, async (commands) => {
      const model = new Model(COINS);
      const counter = await Counter.open(platform, shop, COINS);
      await fc.asyncModelRun(() => ({ model, real: counter }), commands);
      await counter.expectSame(model);
    }),
    { numRuns, seed, plugins: [fc.interruptAfterTimeLimit(500_000, { failOnInterrupt: true })] },
  );
}
