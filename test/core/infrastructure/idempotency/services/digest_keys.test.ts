import { expect } from 'chai';
import { construct } from 'lectern/testing';
import { DigestKeys } from '../../../../../core/infrastructure/idempotency/services/digest_keys.ts';
import { substitute } from '../../jobs/fleet.ts';
import { ask, sharedDesk } from '../desk.ts';
import { prepared } from '../../../../support/started.ts';

const HOUR_MS = 3_600_000;

describe('Keys of request digests', () => {
  let end: () => void;

  const one = prepared(sharedDesk);

  before(async () => {
    // Other tests have used its own keys.
    const { clock, digestKeys, idempotencyConfig } = one.kernel.services;
    end = substitute(digestKeys, construct(DigestKeys, { clock, database: database(), idempotencyConfig }));
  });
  afterEach(() => table().delete());
  after(async () => {
    end();
    await one.release();
  });

  const database = () => one.kernel.services.database;
  const table = () => database().table('idempotency_keys');
  const post = (path: string, given: Parameters<typeof ask>[2]) => ask(one, path, given);

  it('are rotated, and kept until the answers to their requests have expired', async () => {
    const { clock, jobs } = one.kernel.services;
    const now = clock.now.bind(clock);
    const start = now().getTime();
    const at = (hours: number) => (clock.now = () => new Date(start + hours * HOUR_MS));
    const ids = async () => (await database().table('idempotency_secrets').orderBy('id')).map(({ id }) => Number(id));
    try {
      await post('/sales', { key: 'k0', item: 'pen' }).expect(200);
      const [first = 0, ...more] = await ids();
      expect(more).to.be.empty;
      at(30 * 24 - 1);
      const { body } = await post('/sales', { key: 'k1', item: 'pen' }).expect(200);
      at(30 * 24 + 2);
      await jobs.run('idempotency.rotate_keys');
      expect(await ids()).to.deep.equal([first, first + 1]);
      await post('/sales', { key: 'k2', item: 'pen', user: '8' }).expect(200);
      expect((await table().where({ key: 'k2' }).first())!.digest).to.match(new RegExp(`^${first + 1}\\.`));
      expect((await post('/sales', { key: 'k1', item: 'pen' }).expect(200)).body).to.deep.equal(body);
      await post('/sales', { key: 'k1', item: 'book' }).expect(422);
      at(32 * 24 + 2);
      await jobs.run('idempotency.rotate_keys');
      expect(await ids()).to.deep.equal([first + 1]);
    } finally {
      clock.now = now;
    }
  });
});
