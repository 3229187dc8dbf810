import { after, before, describe } from 'mocha';
import type { Platform } from '../../../support/platform.ts';
import { itLimitsLoginsAtOnce } from '../parallel_logins.ts';
import { itKeepsSecrets, skipSlowHash, startUsers } from '../support.ts';

describe('Simultaneous logins', () => {
  let platform: Platform;

  before(async () => {
    platform = await startUsers();
  });
  after(() => platform.stop());
  skipSlowHash(() => platform);

  itLimitsLoginsAtOnce(30, () => [platform, platform]);
  itKeepsSecrets(() => platform.logs);
});
