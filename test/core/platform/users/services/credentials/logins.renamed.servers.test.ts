import { itForgetsFormerNames } from '../../renamed.ts';
import { itKeepsSecrets, startTwins } from '../../support.ts';
import { started } from '../../../../../support/started.ts';

describe('Logins at one replica, of a user that another replica changed', () => {
  const twins = started(startTwins);

  itForgetsFormerNames(() => ({ changed: twins.a, remembering: twins.b }));
  itKeepsSecrets(() => twins.logs);
});
