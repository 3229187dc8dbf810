import { after, before, describe } from 'mocha';
import { itLimitsLoginsAtOnce } from '../parallel_logins.ts';
import { itKeepsSecrets, startTwins, type Twins } from '../support.ts';

describe('Simultaneous logins at two replicas', () => {
  let twins: Twins;

  before(async () => {
    twins = await startTwins();
  });
  after(() => twins.stop());

  itLimitsLoginsAtOnce(50, () => [twins.a, twins.b]);
  itKeepsSecrets(() => twins.logs);
});
