import { after, before, describe } from 'mocha';
import type { Platform } from '../../../support/platform.ts';
import { itForgetsFormerNames } from '../renamed.ts';
import { itKeepsSecrets, skipSlowHash, startUsers } from '../support.ts';

describe('Logins of a changed user', () => {
  let platform: Platform;

  before(async () => {
    platform = await startUsers();
  });
  after(() => platform.stop());
  skipSlowHash(() => platform);

  itForgetsFormerNames(() => ({ changed: platform, remembering: platform }));
  itKeepsSecrets(() => platform.logs);
});
