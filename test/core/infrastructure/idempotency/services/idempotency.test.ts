import { expect } from 'chai';
import { standardFailures } from 'lectern';
import { rejectionOf } from '../../jobs/fleet.ts';
import { ask, calm, desk, sharedDesk } from '../desk.ts';
import { started } from '../../../../support/started.ts';

const HOUR_MS = 3_600_000;

describe('Idempotency keys', () => {
  const one = started(sharedDesk);

  afterEach(async () => {
    calm();
    await database().raw('delete from sales');
    await database().raw('delete from idempotency_keys');
  });

  const database = () => one.kernel.services.database;
  const post = (path: string, given: Parameters<typeof ask>[2]) => ask(one, path, given);
  const sold = async () => (await database().table<{ item: string }>('sales').orderBy('id')).map(({ item }) => item);
  const table = () => database().table('idempotency_keys');
  const rows = () => table().orderBy('key');

  it('run a request once, and repeat its answer', async () => {
    desk.more = { text: 'ü "x" 汉', list: [1, null, { b: 0.1, a: false }], big: 1e21, nothing: null };
    const first = await post('/sales', { key: 'k1', item: 'pen' }).expect(200);
    expect(first.body).to.deep.equal({ id: first.body.id, item: 'pen', ...desk.more });
    desk.more = {};
    const again = await post('/sales', { key: 'k1', item: 'pen' }).expect(200);
    expect(again.text).to.equal(first.text);
    expect(await sold()).to.deep.equal(['pen']);
  });

  it('belong to one user', async () => {
    const { body: mine } = await post('/sales', { key: 'k1', item: 'pen' }).expect(200);
    const { body: theirs } = await post('/sales', { key: 'k1', item: 'pen', user: '8' }).expect(200);
    expect(theirs.id).not.to.equal(mine.id);
    await post('/sales', { key: 'k1', item: 'book', user: '9' }).expect(200);
  });

  it('are optional: a request without a key runs each time', async () => {
    await post('/sales', { item: 'pen' }).expect(200);
    await post('/sales', { item: 'pen' }).expect(200);
    await post('/deliveries', { item: 'box' }).expect(200);
    expect(await sold()).to.deep.equal(['pen', 'pen', 'box']);
    expect(await rows()).to.be.empty;
  });

  it('recognise the same request in another notation', async () => {
    const tags = ['a', 'b'];
    const { body } = await post('/sales', { key: 'k1', item: 'pen', num: 2, tags }).expect(200);
    const same = await post('/sales', { key: 'k1', tags, num: '2', item: 'pen', unknown: 'dropped' }).expect(200);
    expect(same.body).to.deep.equal(body);
    const request = one.api.post('/api/sales').set('X-Key', '7').set('Idempotency-Key', 'k1').type('form');
    expect((await request.send('num=2&tags[]=a&tags[]=b&item=pen').expect(200)).body).to.deep.equal(body);
    const { idempotency } = one.kernel.services;
    const asked = { key: 'k2', userId: '7', operation: 'x' };
    const once = (given: object, answer: object) =>
      idempotency.once({ ...asked, body: given }, (turn) => turn.answer(async () => answer));
    await once({ a: 1, b: { c: 2, d: [3] } }, { first: true });
    expect(await once({ b: { d: [3], c: 2 }, a: 1 }, { first: false })).to.deep.equal({ first: true });
  });

  for (const [what, path, other] of [
    ['another body', '/sales', { item: 'book' }],
    ['one field more', '/sales', { item: 'pen', num: 1 }],
    ['another order of a list', '/sales', { item: 'pen', tags: ['b', 'a'] }],
    ['another operation', '/rentals', { item: 'pen' }],
  ] as const) {
    it(`are rejected with ${what}`, async () => {
      await post('/sales', { key: 'k1', item: 'pen', ...('tags' in other && { tags: ['a', 'b'] }) }).expect(200);
      const { body } = await post(path, { key: 'k1', ...other, tags: other.tags && [...other.tags] }).expect(422);
      expect(body.error).to.deep.equal({
        code: 14,
        message: 'The idempotency key was used with another request; send a new key.',
      });
      expect(await sold()).to.deep.equal(['pen']);
    });
  }

  it('can be used again after a failure, which leaves nothing behind', async () => {
    desk.within = async () => {
      throw new Error('out of paper');
    };
    await post('/sales', { key: 'k1', item: 'pen' }).expect(500);
    expect(await sold()).to.be.empty;
    calm();
    await post('/sales', { key: 'k1', item: 'book' }).expect(422);
    await post('/sales', { key: 'k1', item: 'pen' }).expect(200);
    expect(await sold()).to.deep.equal(['pen']);
  });

  it('keep what was made when the answer failed', async () => {
    const made: unknown[] = [];
    desk.between = async (turn) => {
      made.push(turn.made);
      throw new Error('cut off');
    };
    await post('/deliveries', { key: 'k1', item: 'box' }).expect(500);
    desk.between = async (turn) => void made.push(turn.made);
    const { body } = await post('/deliveries', { key: 'k1', item: 'box' }).expect(200);
    expect(await sold()).to.deep.equal(['box']);
    expect(made).to.deep.equal([undefined, body.id]);
    desk.between = () => Promise.reject(new Error('not asked any more'));
    expect((await post('/deliveries', { key: 'k1', item: 'box' }).expect(200)).body).to.deep.equal(body);
  });

  it('answer a request that read the key before an earlier request ended', async () => {
    // Simulates a second request that read the key before the first was done.
    const keys = one.kernel.services.idempotencyKeys;
    const find = keys.find.bind(keys);
    let asked = 0;
    for (const path of ['/sales', '/deliveries']) {
      const first = await post(path, { key: path, item: 'pen' }).expect(200);
      desk.between = async () => {
        asked++;
      };
      keys.find = async (place) => {
        keys.find = find;
        return { ...(await find(place))!, answer: null, made: null };
      };
      const second = await post(path, { key: path, item: 'pen' }).expect(200);
      calm();
      expect(second.text).to.equal(first.text);
    }
    expect(await sold()).to.deep.equal(['pen', 'pen']);
    expect(asked).to.equal(0);
  });

  it('answer a request that failed because an earlier one had been carried out', async () => {
    const keys = one.kernel.services.idempotencyKeys;
    const insert = keys.insert.bind(keys);
    const gone = async () => Promise.reject(standardFailures.invalidParameter({ message: 'sold out' }));
    for (const [path, status] of [
      ['/sales', 200],
      ['/deliveries', 409],
    ] as const) {
      desk.between = gone;
      await post(path, { key: path, item: 'pen' });
      // The second request found the key free, and then the pen gone.
      Object.assign(desk, { before: gone });
      keys.insert = async () => true;
      const { text } = await post(path, { key: path, item: 'pen' }).expect(status);
      keys.insert = insert;
      calm();
      const settled = await post(path, { key: path, item: 'pen' }).expect(200);
      if (status === 200) expect(text).to.equal(settled.text);
    }
    expect(await sold()).to.deep.equal(['pen', 'pen']);
  });

  it('are left to another request that has taken them over', async () => {
    for (const change of [{ digest: 'of another' }, undefined]) {
      desk.between = async () => {
        await (change ? table().update(change) : table().delete());
      };
      const { body } = await post('/deliveries', { key: 'k1', item: 'box' }).expect(409);
      expect(body.error.code).to.equal(14);
      for (const { answer } of await rows()) expect(answer).to.equal(null);
      await table().delete();
    }
  });

  it('are valid for 24 hours, and deleted then', async () => {
    const { clock, jobs } = one.kernel.services;
    const now = clock.now.bind(clock);
    const start = now().getTime();
    const at = (hours: number, more = 0) => (clock.now = () => new Date(start + hours * HOUR_MS + more));
    try {
      at(0);
      const { body } = await post('/sales', { key: 'k1', item: 'pen' }).expect(200);
      at(24, -1);
      await post('/sales', { key: 'k2', item: 'pen', user: '8' }).expect(200);
      expect((await post('/sales', { key: 'k1', item: 'pen' }).expect(200)).body).to.deep.equal(body);
      await jobs.run('idempotency.aged_keys');
      expect((await rows()).map(({ key }) => key)).to.deep.equal(['k1', 'k2']);
      at(24);
      await post('/sales', { key: 'k1', item: 'book' }).expect(200);
      expect(await sold()).to.deep.equal(['pen', 'pen', 'book']);
      at(48, -1);
      await jobs.run('idempotency.aged_keys');
      expect((await rows()).map(({ key }) => key)).to.deep.equal(['k1']);
    } finally {
      clock.now = now;
    }
  });

  it('reject an answer that JSON would change', async () => {
    for (const more of [{ at: new Date() }, { list: [10n] }]) {
      desk.more = more;
      await post('/sales', { key: 'k1', item: 'pen' }).expect(500);
      await post('/sales', { item: 'pen' }).expect(500);
    }
    expect(await sold()).to.be.empty;
    expect(one.fleet.logs.join('')).to.match(/\\"at\\" of a stored answer is a Date or a BigInt/);
  });

  it('are rejected within a transaction', async () => {
    const { idempotency } = one.kernel.services;
    const asked = { key: 'k1', userId: '7', operation: 'x', body: {} };
    const once = () => idempotency.once(asked, (turn) => turn.answer(async () => ({})));
    const error = await rejectionOf(database().transaction(once));
    expect(error.message).to.match(/^idempotency\.once\(\) was called inside of database\.transaction\(\)/);
    expect(await rows()).to.be.empty;
  });
});
