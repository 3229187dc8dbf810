import { hash } from '@node-rs/argon2';
import fc from 'fast-check';
import { after, before, describe, it } from 'mocha';
import { Shop } from '../orders/shop.ts';
import { Counter } from './counter.ts';
import { LastingPlatform } from './lasting_platform.ts';
import { Model } from './model.ts';
import { goods, steps } from './steps.ts';

const COINS = 30_00;
const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);
// On the embedded database everything takes longer.
const numRuns = process.env['TEST_DATABASE_URL'] ? 200 : 25;

const config = {
  modules: {
    events: { pollSeconds: 0.05 },
    jobs: { enabled: false },
    payments: { standIn: true },
    users: { failedPayPasswords: 1_000_000 },
  },
};

describe('Buying, compared with a model', function () {
  this.timeout(600_000);
  let platform: LastingPlatform;
  let shop: Shop;

  before(async () => {
    platform = await LastingPlatform.start(config);
    shop = new Shop(platform);
    const { database } = shop.services;
    for (const { targetType, targetId, price, maxRate } of goods) {
      const table = targetType === 'course' ? 'courses' : 'classrooms';
      await database.table(table).where({ id: targetId }).update({ price, max_rate: maxRate });
    }
    const quick = await hash('123456', { memoryCost: 8, timeCost: 1, parallelism: 1 });
    await database.table('users').where({ nickname: 'student' }).update({ pay_password_hash: quick });
  });
  after(() => platform.stop());

  it(`does what the model does, in ${numRuns} sequences from the seed ${seed}`, async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (commands) => {
        const model = new Model(COINS);
        const counter = await Counter.open(platform, shop, COINS);
        await fc.asyncModelRun(() => ({ model, real: counter }), commands);
        await counter.expectSame(model);
      }),
      { numRuns, seed, interruptAfterTimeLimit: 500_000, markInterruptAsFailure: true },
    );
  });
});
