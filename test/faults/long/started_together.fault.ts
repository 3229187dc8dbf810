import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { figure } from '../support/figures.ts';
import { PrivatePostgres } from '../support/private_postgres.ts';
import { startedTogether } from '../support/started_together.ts';

const ROUNDS = 10;

describe('Three replicas that start together on an empty database', function () {
  this.timeout(20 * 60_000);
  let postgres: PrivatePostgres;

  before(async () => {
    postgres = await PrivatePostgres.start();
  });
  after(() => postgres.clear());

  it('become ready in each of ten rounds, with as many demo rows as a single replica', async () => {
    const alone = await startedTogether(postgres, 'alone', 1);
    for (let round = 0; round < ROUNDS; round++)
      expect(await startedTogether(postgres, `round_${round}`, 3), `round ${round}`).to.deep.equal(alone);
    figure('three at once on an empty database: rounds that were fine', `${ROUNDS} of ${ROUNDS}`);
  });
});
