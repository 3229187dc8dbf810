import { expect } from 'chai';
import { eventually } from '../../../../support/eventually.ts';
import { startPlatform } from '../../../../support/platform.ts';
import { started } from '../../../../support/started.ts';

describe('Idempotency keys of a cancelled account', () => {
  const platform = started(startPlatform);

  it('are deleted with their stored answers', async () => {
    const { accounts, database } = platform.services;
    const keys = () => database.table('idempotency_keys').whereIn('user_id', ['16', '17']).orderBy('user_id');
    const row = { key: 'k', operation: 'add /orders', digest: 'd', answer: '{}', created_at: platform.clock.now() };
    await database.table('idempotency_keys').insert(['16', '17'].map((user_id) => ({ ...row, user_id })));
    await accounts.erase('16');
    await eventually(async () => expect(await keys().pluck('user_id')).to.deep.equal(['17']));
  });
});
