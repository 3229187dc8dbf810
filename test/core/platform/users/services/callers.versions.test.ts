import { tokenOf } from '../../../../support/platform.ts';
import { started } from '../../../../support/started.ts';
import { startUsers } from '../support.ts';

describe('A token of earlier credentials', () => {
  const platform = started(startUsers);

  // Simulates a token that was issued at the moment of the change, and not deleted with the others.
  it('is rejected, even when it was not deleted', async () => {
    const token = await tokenOf(platform.kernel, 'student');
    const get = () => platform.api.get('/api/user/info').set('X-Auth-Token', token);
    await get().expect(200);
    await platform.services.database.raw(
      `update users set credentials_version = credentials_version + 1 where nickname = 'student'`,
    );
    await get().expect(401);
  });
});
