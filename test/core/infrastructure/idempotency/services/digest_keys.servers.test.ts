import { expect } from 'chai';
import { alone, ask, openDesk } from '../desk.ts';
import { prepared, started } from '../../../../support/started.ts';

describe('Keys of request digests in several replicas', () => {
  const fleet = started(openDesk);

  const one = prepared(() => fleet.replica(alone));

  const table = () => one.kernel.services.database.table('idempotency_keys');

  it('do not depend on JWT_SECRET, and overlap when the configuration rotates them', async () => {
    const replicaWith = async (...keys: string[]) => fleet.replica({ ...alone, idempotency: { keys } });
    const users = { jwtSecret: 'another key for tests only, and just as long' };
    const renamed = await fleet.replica({ ...alone, users });
    const [old, young] = ['o'.repeat(32), 'y'.repeat(32)];
    for (const [before, after] of [
      [one, renamed],
      [one, await replicaWith(old)],
      [await replicaWith(old), await replicaWith(young, old)],
    ] as const) {
      const { body } = await ask(before, '/sales', { key: 'k1', item: 'pen' }).expect(200);
      expect((await ask(after, '/sales', { key: 'k1', item: 'pen' }).expect(200)).body).to.deep.equal(body);
      await ask(after, '/sales', { key: 'k1', item: 'book' }).expect(422);
      await table().delete();
    }
  });
});
