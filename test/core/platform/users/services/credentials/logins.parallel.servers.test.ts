import { itLimitsLoginsAtOnce } from '../../parallel_logins.ts';
import { itKeepsSecrets, startTwins } from '../../support.ts';
import { started } from '../../../../../support/started.ts';

describe('Simultaneous logins at two replicas', () => {
  const twins = started(startTwins);

  itLimitsLoginsAtOnce(50, () => [twins.a, twins.b]);
  itKeepsSecrets(() => twins.logs);
});
