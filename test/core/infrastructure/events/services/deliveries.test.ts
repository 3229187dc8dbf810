import { expect } from 'chai';
import { deliveries, effects, ended, eventually, probe, type Row, type SharedFleet, dispatching } from '../support.ts';

describe('Deliveries', () => {
  let one: SharedFleet;
  dispatching((shared) => (one = shared), { maxAttempts: 3 });

  const made = (name = 'a') => one.kernel.services.events.publish('thing.made', { name });
  const lost = (name = 'a') => one.kernel.services.events.publish('thing.lost', { name });
  const sql = (text: string, values: string[] = []) => one.kernel.services.database.raw(text, values);
  const attempts = () => probe.told.map(({ attempt }) => attempt);
  const logs = () => one.fleet.logs.join('');

  async function row(): Promise<Row> {
    const [only] = await deliveries(one);
    return only!;
  }

  it('are retried after a failure, which rolls their changes back', async () => {
    probe.writes = ({ attempt }) => {
      if (attempt < 3) throw new Error(`Try ${attempt} fails.`);
    };
    const id = await made();
    await ended(one);
    expect(attempts()).to.deep.equal([1, 2, 3]);
    expect(await effects(one)).to.deep.equal([id]);
    expect(await row()).to.include({ state: 'done', attempts: 3, last_error: null });
    expect(logs()).to.include("The subscriber 'watch.writes' failed; it is tried again in");
  });

  it('do not fail the request that published the event', async () => {
    probe.writes = () => {
      throw new Error('No.');
    };
    await one.api.post('/api/things').send({ name: 'fine' }).expect(200);
    await eventually(() => probe.told.length > 0);
    await one.api.post('/api/things').send({ name: 'finer' }).expect(200);
  });

  it('become dead after the last attempt, and call gaveUp', async () => {
    probe.writes = () => {
      throw new Error('The pen is broken.');
    };
    probe.gaveUp = (event, database) => database.table('things').insert({ name: `${event.name} ${event.attempt}` });
    await made();
    await ended(one);
    expect(attempts()).to.deep.equal([1, 2, 3]);
    expect(await row()).to.include({
      state: 'dead',
      attempts: 3,
      last_error: 'The pen is broken. (core/watch/subscribers/writes.js:6)',
      holder: null,
    });
    expect(await effects(one)).to.deep.equal([]);
    expect(await one.kernel.services.database.table('things').select('name')).to.deep.equal([{ name: 'thing.made 3' }]);
    expect(logs()).to.match(
      /"level":50.*"event":"thing.made".*The subscriber 'watch.writes' failed in its last attempt/,
    );
  });

  it('become dead only after gaveUp has succeeded', async () => {
    probe.writes = () => {
      throw new Error('The pen is broken.');
    };
    let times = 0;
    probe.gaveUp = async (event, database) => {
      await database.table('things').insert({ name: `${event.name} ${event.attempt}` });
      if (++times < 3) throw new Error('No paper.');
    };
    await made();
    await ended(one);
    expect(attempts(), 'the subscriber has had its tries').to.deep.equal([1, 2, 3]);
    expect(times).to.equal(3);
    expect(await row()).to.include({
      state: 'dead',
      last_error: 'The pen is broken. (core/watch/subscribers/writes.js:6)',
    });
    expect(await one.kernel.services.database.table('things').select('name')).to.deep.equal([{ name: 'thing.made 3' }]);
  });

  it('become dead when the process ended in every attempt', async () => {
    probe.writes = () => {
      throw new Error('Never reached.');
    };
    await dying({ attempts: 3, leaseEnds: '1 second ago' });
    await ended(one);
    expect(attempts()).to.deep.equal([]);
    expect(await row()).to.include({ state: 'dead', last_error: 'the process ended during the attempt' });
  });

  it('store the error without secrets', async () => {
    const secret = 'c2VjcmV0LXRoYXQtbm9ib2R5LW1heS1zZWUK9';
    probe.writes = () => {
      throw new Error(
        `POST https://me:pass@example.com/a?key=abc failed for ${secret}, order 20261231235959123456789012.`,
      );
    };
    await made();
    await ended(one);
    const { last_error } = await row();
    const kept = 'POST https://***@example.com/a?*** failed for ***, order 20261231235959123456789012.';
    expect(last_error).to.equal(`${kept} (core/watch/subscribers/writes.js:6)`);
  });

  it('are taken over from a killed replica, not before its lease ends', async () => {
    const id = await dying({ attempts: 1, leaseEnds: 'in an hour' });
    const other = await made('b');
    await eventually(() => probe.told.length === 1);
    expect(probe.told[0]?.id, 'only what nobody holds').to.equal(other);
    await sql(`update event_deliveries set lease_until = now() - interval '1 second' where event_id = ?`, [id]);
    await ended(one);
    expect(probe.told[1]).to.include({ id, attempt: 2 });
    expect(await effects(one)).to.have.members([id, other]);
  });

  it('are left to another replica that has taken over their lease', async () => {
    probe.speaks = async ({ id }) => {
      await sql(
        `update event_deliveries set holder = 'another replica', lease_until = now() + interval '1 hour'
        where subscriber = 'watch.speaks' and event_id = ?`,
        [id],
      );
    };
    await lost();
    await eventually(() =>
      logs().includes("The subscriber 'watch.speaks' exceeded its lease; another attempt delivers the event"),
    );
    const [speaks] = await deliveries(one, "subscriber = 'watch.speaks'");
    expect(speaks).to.include({ state: 'pending', holder: 'another replica', attempts: 1 });
    await sql(`update event_deliveries set lease_until = now() where holder = 'another replica'`);
    probe.speaks = () => {};
  });

  it('wait while their subscriber is missing', async () => {
    await sql(`insert into event_subscribers (name, events) values ('away.waits', '{thing.made}')`);
    await made();
    await eventually(async () => (await deliveries(one, "state = 'done'")).length === 1);
    const [waiting] = await deliveries(one, "subscriber = 'away.waits'");
    expect(waiting).to.include({ state: 'pending', attempts: 0, holder: null });
    await sql(`delete from event_subscribers where name = 'away.waits'`);
    await sql(`delete from event_deliveries where subscriber = 'away.waits'`);
  });

  it('wait while the installed version of the subscriber does not want the event', async () => {
    const id = await one.kernel.services.events.publish('thing.seen', { name: 'a' });
    await sql(`insert into event_deliveries (event_id, subscriber) values (?, 'watch.writes')`, [id]);
    one.kernel.services.eventDispatcher.wake();
    const waiting = await eventually(async () => (await deliveries(one, 'due_at > now()'))[0]);
    expect(waiting).to.include({ state: 'pending', attempts: 0, holder: null });
    expect(waiting?.due_in).to.be.within(30, 60);
    expect(probe.told).to.deep.equal([]);
    await sql('delete from event_deliveries');
  });

  /** A delivery whose replica was killed during an attempt. */
  async function dying({ attempts: tries, leaseEnds }: { attempts: number; leaseEnds: string }): Promise<string> {
    const { rows } = await one.kernel.services.database.raw<{ id: string }>(
      `with made as (insert into events (name, payload) values ('thing.made', '{"name":"a"}') returning id)
       insert into event_deliveries (event_id, subscriber, attempts, holder, lease_until)
       select id, 'watch.writes', ?, 'somebody dead', now() + interval '${leaseEnds === 'in an hour' ? '1 hour' : '-1 second'}'
       from made returning event_id as id`,
      [tries],
    );
    return rows[0]!.id;
  }
});
