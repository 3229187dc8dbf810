import { join } from 'node:path';
import { expect } from 'chai';
import type { Services } from 'lectern';
import { FixtureInstallation } from '../../../cli/fixture_installation.ts';
import { started } from '../../../../support/started.ts';

// Fixed ids make the output known. No module has these subscribers, so nothing is delivered.
const backlog = `
  insert into events (id, name, payload, created_at) values
    (1001, 'thing.made', '{}', '2026-01-01T00:00:00Z'), (1002, 'thing.lost', '{}', '2026-01-01T00:00:00Z');
  insert into event_subscribers (name, events, seen_at)
    values ('test.hears', '{thing.made,thing.lost}', '2026-01-01T00:00:00Z');
  insert into event_deliveries (id, event_id, subscriber, state, attempts, due_at, last_error, ended_at) values
    (2001, 1001, 'test.hears', 'dead', 10, '2026-01-01T00:01:00Z', E'The pen\\nis broken.', now()),
    (2002, 1002, 'test.hears', 'pending', 2, '2026-01-01T00:02:00Z', 'No ink.', null),
    (2003, 1001, 'test.other', 'dead', 10, '2026-01-01T00:03:00Z', 'No paper.', now()),
    (2004, 1002, 'test.other', 'done', 1, '2026-01-01T00:04:00Z', null, now())`;

describe('lectern outbox', () => {
  const place = started(() => FixtureInstallation.makeMigrated({}));

  beforeEach(() =>
    inside(async ({ database }) => {
      await database.raw('delete from events');
      await database.raw('delete from event_subscribers');
      for (const statement of backlog.split(';')) await database.raw(statement);
    }),
  );

  async function inside<T>(work: (services: Services) => Promise<T>): Promise<T> {
    const { services } = await place.boot({ env: place.env() });
    await services.database.start();
    try {
      return await work(services);
    } finally {
      await services.database.stop();
    }
  }

  const states = () =>
    inside(async ({ database }) => {
      const rows = await database
        .table<{ id: string; state: string; attempts: number }>('event_deliveries')
        .orderBy('id');
      return rows.map(({ id, state, attempts }) => `${id} ${state} ${attempts}`);
    });

  const outbox = (...options: readonly string[]) => place.lectern('outbox', ...options);

  it('lists pending and dead deliveries, and exits with 1 for dead ones', async () => {
    const { code, out, err } = await outbox();
    const lines = out.split('\n').map((line) => line.replace(/ +/g, ' '));
    expect(lines).to.include('subscriber pending dead last start');
    expect(lines).to.include('test.hears 1 1 2026-01-01T00:00:00.000Z');
    expect(lines).to.include('test.other 0 1 forgotten');
    expect(lines.slice(lines.indexOf('id event subscriber state tries due last error'))).to.deep.equal([
      'id event subscriber state tries due last error',
      '2001 thing.made test.hears dead 10 2026-01-01T00:01:00.000Z The pen is broken.',
      '2002 thing.lost test.hears pending 2 2026-01-01T00:02:00.000Z No ink.',
      '2003 thing.made test.other dead 10 2026-01-01T00:03:00.000Z No paper.',
      '',
    ]);
    expect(err).to.equal(`Database: embedded, ${join(place.root, '.data')}\n`);
    expect(code).to.equal(1);
  });

  it('lists dead deliveries up to a limit, as JSON on request', async () => {
    const { code, out } = await outbox('--dead', '--limit', '1', '--json');
    const { subscribers, deliveries } = JSON.parse(out);
    expect(subscribers.find((one: { subscriber: string }) => one.subscriber === 'test.hears')).to.deep.equal({
      subscriber: 'test.hears',
      seenAt: '2026-01-01T00:00:00.000Z',
      pending: 1,
      dead: 1,
    });
    expect(deliveries).to.deep.equal([
      {
        id: '2001',
        eventId: '1001',
        event: 'thing.made',
        subscriber: 'test.hears',
        state: 'dead',
        attempts: 10,
        dueAt: '2026-01-01T00:01:00.000Z',
        lastError: 'The pen\nis broken.',
      },
    ]);
    expect(code).to.equal(1);
  });

  it('retries one dead delivery', async () => {
    const { code, out } = await outbox('--retry', '2001');
    expect(out).to.equal('Retried deliveries: 1.\n');
    expect(code).to.equal(0);
    expect(await states()).to.deep.equal(['2001 pending 0', '2002 pending 2', '2003 dead 10', '2004 done 1']);
  });

  it('retries all dead deliveries, and exits with 0 when none is left', async () => {
    expect((await outbox('--retry', 'all')).out).to.equal('Retried deliveries: 2.\n');
    expect(await states()).to.deep.equal(['2001 pending 0', '2002 pending 2', '2003 pending 0', '2004 done 1']);
    const { code, out } = await outbox('--retry', 'all');
    expect([code, out]).to.deep.equal([0, 'Retried deliveries: 0.\n']);
    expect((await outbox()).code).to.equal(0);
  });

  it('removes a subscriber with its deliveries', async () => {
    const { code, out } = await outbox('--forget', 'test.hears');
    expect([code, out]).to.deep.equal([0, 'Removed test.hears. Deleted deliveries: 2.\n']);
    expect(await states()).to.deep.equal(['2003 dead 10', '2004 done 1']);
    const again = await outbox('--forget', 'test.hears');
    expect(again.err).to.include('\nThere is no subscriber "test.hears". List the subscribers with: lectern outbox\n');
    expect(again.code).to.equal(1);
  });

  it('rejects invalid options, and exits with 2', async () => {
    for (const [options, said] of [
      [['--retry', '1; drop'], /must be the id of a delivery, or all/],
      [['--limit', '0'], /whole number from 1/],
      [['--undead'], /unknown option '--undead'/],
    ] as const) {
      const { code, err } = await outbox(...options);
      expect(err).to.match(said);
      expect(code).to.equal(2);
    }
    const missing = await outbox('--retry', '2002');
    expect(missing.err).to.include('There is no delivery 2002 that was given up');
    expect(missing.code).to.equal(1);
  });
});
