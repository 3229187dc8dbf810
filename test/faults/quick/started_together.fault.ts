import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { figure, seconds } from '../support/figures.ts';
import { PrivatePostgres } from '../support/private_postgres.ts';
import { startedTogether } from '../support/started_together.ts';

describe('Three replicas that start together on an empty database', () => {
  let postgres: PrivatePostgres;

  before(async () => {
    postgres = await PrivatePostgres.start();
  });
  after(() => postgres.clear());

  it('become ready, with as many demo rows as a single replica', async () => {
    const alone = await startedTogether(postgres, 'alone', 1);
    const begun = performance.now();
    const together = await startedTogether(postgres, 'together', 3);
    figure('three at once on an empty database: ready after', seconds(performance.now() - begun));
    expect(together).to.deep.equal(alone);
    expect(Math.min(...alone)).to.be.greaterThan(0);
  });
});
