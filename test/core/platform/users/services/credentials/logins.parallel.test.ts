import { started } from '../../../../../support/started.ts';
import { itLimitsLoginsAtOnce } from '../../parallel_logins.ts';
import { itKeepsSecrets, skipSlowHash, startUsers } from '../../support.ts';

describe('Simultaneous logins', () => {
  const platform = started(startUsers);
  skipSlowHash(() => platform);

  itLimitsLoginsAtOnce(30, () => [platform, platform]);
  itKeepsSecrets(() => platform.logs);
});
