import { expect } from 'chai';
import { after, afterEach, before, describe, it } from 'mocha';
import type { Fleet, Replica } from '../jobs/fleet.ts';
import { alone, ask, openDesk } from './desk.ts';

const HOUR = 3_600_000;

describe('keys of the digests of requests', () => {
  let fleet: Fleet;
  let one: Replica;

  before(async () => {
    fleet = await openDesk();
    one = await fleet.replica(alone);
  });
  afterEach(() => table().delete());
  after(() => fleet.clear());

  const database = () => one.kernel.services.database;
  const table = () => database().table('idempotency_keys');
  const post = (path: string, given: Parameters<typeof ask>[2]) => ask(one, path, given);

  it('are rotated; a request is known by the key that it was sent under, until its answer has expired', async () => {
    const { clock, jobs } = one.kernel.services;
    const now = clock.now.bind(clock);
    const start = now().getTime();
    const at = (hours: number) => (clock.now = () => new Date(start + hours * HOUR));
    const ids = async () => (await database().table('idempotency_secrets').orderBy('id')).map(({ id }) => Number(id));
    try {
      await post('/sales', { key: 'k0', item: 'pen' }).expect(200);
      const [first = 0, ...more] = await ids();
      expect(more).to.be.empty;
      at(30 * 24 - 1);
      const { body } = await post('/sales', { key: 'k1', item: 'pen' }).expect(200);
      at(30 * 24 + 2);
      await jobs.run('idempotency.aged_keys');
      expect(await ids()).to.deep.equal([first, first + 1]);
      await post('/sales', { key: 'k2', item: 'pen', user: '8' }).expect(200);
      expect((await table().where({ key: 'k2' }).first())!.digest).to.match(new RegExp(`^${first + 1}\\.`));
      expect((await post('/sales', { key: 'k1', item: 'pen' }).expect(200)).body).to.deep.equal(body);
      await post('/sales', { key: 'k1', item: 'book' }).expect(422);
      at(32 * 24 + 2);
      await jobs.run('idempotency.aged_keys');
      expect(await ids()).to.deep.equal([first + 1]);
    } finally {
      clock.now = now;
    }
  });

  it('depend on no JWT_SECRET, and overlap when the configuration rotates them', async function () {
    if (!process.env['TEST_DATABASE_URL']) return this.skip();
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
