import { compareWithModel, seed, startShop } from './buying/compare.ts';
import { started } from '../../../support/started.ts';

/** More on a server. */
const RUNS = Number(process.env['RUNS'] ?? (process.env['TEST_DATABASE_URL'] ? 25 : 5));

describe('Buying, compared with a model,', function () {
  this.timeout(600_000);
  const platform = started(startShop);

  it(`agrees with the model in ${RUNS} sequences from the seed ${seed}`, () => compareWithModel(platform, RUNS));
});
