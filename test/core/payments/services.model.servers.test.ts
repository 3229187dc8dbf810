import { after, before, describe, it } from 'mocha';
import { compareWithModel, seed, startShop } from './buying/compare.ts';
import type { LastingPlatform } from './buying/lasting_platform.ts';

const RUNS = Number(process.env['RUNS'] ?? 25);

describe('Buying, compared with a model,', function () {
  this.timeout(600_000);
  let platform: LastingPlatform;

  before(async () => {
    platform = await startShop();
  });
  after(() => platform.stop());

  it(`agrees with the model in ${RUNS} sequences from the seed ${seed}`, () => compareWithModel(platform, RUNS));
});
