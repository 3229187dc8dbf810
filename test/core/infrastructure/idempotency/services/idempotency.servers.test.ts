import { expect } from 'chai';
import { standardFailures } from 'lectern';
import { eventually, type Replica } from '../../jobs/fleet.ts';
import { alone, ask, calm, desk, openDesk } from '../desk.ts';
import { started } from '../../../../support/started.ts';

const ROUNDS = 8;
const MANY = 50;

describe('Idempotency keys of simultaneous requests', () => {
  const fleet = started(openDesk);
  let one: Replica;
  let two: Replica;

  before(async () => {
    const connections = { database: { poolMax: 20 } };
    [one, two] = [await fleet.replica({ ...alone, ...connections }), await fleet.replica({ ...alone, ...connections })];
  });
  afterEach(async () => {
    calm();
    await sql('delete from sales');
    await sql('delete from idempotency_keys');
  });

  const sql = (text: string) => one.kernel.services.database.raw(text);
  const sold = async () =>
    (await one.kernel.services.database.table<{ item: string }>('sales')).map(({ item }) => item);
  const running = { code: 14, message: /^A request with this idempotency key is still running/ };

  /** Lets one request start, and hold its key until `end` is called. */
  function longWork(): { begun: Promise<void>; end: () => void } {
    let begin = () => {};
    let end = () => {};
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const ended = new Promise<void>((resolve) => (end = resolve));
    desk.within = async () => {
      desk.within = async () => {};
      begin();
      await ended;
    };
    return { begun, end };
  }

  it('reject the second request while the first runs, and answer it afterwards', async () => {
    for (const path of ['/sales', '/deliveries']) {
      const work = longWork();
      const first = ask(one, path, { key: path, item: 'pen' }).then((answer) => answer);
      await work.begun;
      for (const replica of [one, two]) {
        const { body } = await ask(replica, path, { key: path, item: 'pen' }).expect(409);
        expect(body.error.code).to.equal(running.code);
        expect(body.error.message).to.match(running.message);
      }
      await ask(two, path, { key: path, item: 'book' }).expect(422);
      work.end();
      const { status, text } = await first;
      expect(status).to.equal(200);
      expect((await ask(two, path, { key: path, item: 'pen' }).expect(200)).text).to.equal(text);
    }
    expect(await sold()).to.deep.equal(['pen', 'pen']);
  });

  it('are released when the connection of their request is cut off', async () => {
    const work = longWork();
    const first = ask(one, '/sales', { key: 'k1', item: 'pen' }).then(({ status }) => status);
    await work.begun;
    await ask(two, '/sales', { key: 'k1', item: 'pen' }).expect(409);
    // Ends the connections, as the death of a process does.
    await two.kernel.services.database.raw(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and state = 'idle in transaction'`,
    );
    const again = () => ask(two, '/sales', { key: 'k1', item: 'pen' });
    await eventually(async () => (await again()).status === 200);
    work.end();
    // The request that was cut off finds that the other replica carried it out.
    expect(await first).to.equal(200);
    expect(await sold()).to.deep.equal(['pen']);
  });

  for (const path of ['/sales', '/deliveries']) {
    it(`permit one of ${MANY} requests to two replicas at ${path}`, async () => {
      for (let round = 1; round <= ROUNDS; round++) {
        const key = `round-${round}`;
        // A later request finds nothing left to sell; that must not answer a request that was carried out.
        desk.before = async ({ database }) => {
          const left = (await database.table('sales').where('item', key)).length === 0;
          if (!left) throw standardFailures.invalidParameter({ message: 'sold out' });
        };
        const answers = await Promise.all(
          Array.from({ length: MANY }, (_, index) => ask(index % 2 ? one : two, path, { key, item: key })),
        );
        const given = answers.filter(({ status }) => status === 200);
        const refused = answers.filter(({ status, body }) => status === 409 && body.error.code === 14);
        expect(given.length, key).to.be.at.least(1);
        expect(given.length + refused.length, key).to.equal(MANY);
        calm();
        const settled = await ask(one, path, { key, item: key }).expect(200);
        expect(new Set([...given, settled].map(({ text }) => text)).size, key).to.equal(1);
        expect(await sold(), key).to.have.length(round);
      }
    });
  }

  it('hide request bodies from readers of the tables without the configured key', async () => {
    const replicaWith = (key: string) => fleet.replica({ ...alone, idempotency: { keys: [key] } });
    const keyed = await replicaWith('k'.repeat(32));
    await ask(keyed, '/sales', { key: 'k1', item: '123456' }).expect(200);
    await ask(keyed, '/sales', { key: 'k2', item: '123456' }).expect(200);
    const { rows } = await one.kernel.services.database.raw<{ count: string }>(
      'select count(distinct digest) from idempotency_keys',
    );
    expect(rows).to.deep.equal([{ count: '2' }]);
    const other = await replicaWith('o'.repeat(32));
    await ask(other, '/sales', { key: 'k1', item: '123456' }).expect(422);
  });
});
