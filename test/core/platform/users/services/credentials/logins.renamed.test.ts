import { started } from '../../../../../support/started.ts';
import { itForgetsFormerNames } from '../../renamed.ts';
import { itKeepsSecrets, skipSlowHash, startUsers } from '../../support.ts';

describe('Logins of a changed user', () => {
  const platform = started(startUsers);
  skipSlowHash(() => platform);

  itForgetsFormerNames(() => ({ changed: platform, remembering: platform }));
  itKeepsSecrets(() => platform.logs);
});
