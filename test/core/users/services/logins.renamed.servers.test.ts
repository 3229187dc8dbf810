import { after, before, describe } from 'mocha';
import { itForgetsFormerNames } from '../renamed.ts';
import { itKeepsSecrets, startTwins, type Twins } from '../support.ts';

describe('Logins at one replica, of a user that another replica changed', () => {
  let twins: Twins;

  before(async () => {
    twins = await startTwins();
  });
  after(() => twins.stop());

  itForgetsFormerNames(() => ({ changed: twins.a, remembering: twins.b }));
  itKeepsSecrets(() => twins.logs);
});
