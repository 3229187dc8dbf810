import { expect } from 'chai';
import { eventually } from '../../../../support/eventually.ts';
import { prepared, started } from '../../../../support/started.ts';
import { failureOf, DatabaseFixture } from '../support.ts';

describe('A sent query', () => {
  const place = started(() => DatabaseFixture.make());

  const database = prepared(() => place.start());

  before(async () => {
    await database.raw('create table drawers (id int primary key, content text, put_in_at timestamptz)');
    await database.raw(`insert into drawers values (1, '7', '2026-01-31 23:59:59.123456+00'), (2, null, null)`);
  });

  it('reads values of common types as the driver does', async () => {
    const text = `select 1::int2 as a, 2::int4 as b, 3::int8 as c, 1.50::numeric as d, true as e, 'x'::text as f,
      '{"a":[1]}'::jsonb as g, '{1,2}'::int[] as h, 'y'::bytea as i, '2026-01-31'::date as j, '10:00'::time as k,
      '2026-01-31 10:00:00+00'::timestamptz as l, '2026-01-31 10:00:00'::timestamp as m, '1 day'::interval as n,
      0.1::float8 as o, null as p, array['2026-01-31 10:00:00.5+00'::timestamptz] as q, 'infinity'::timestamptz as r`;
    const [ours] = await database.statement((q) => q.raw(text)).all();
    const [drivers] = (await database.raw(text)).rows;
    expect(ours).to.deep.equal(drivers);
  });

  it('reads dates as text', async () => {
    const text = `select date '2026-01-31' as day, array[date '2026-02-01'] as days, date 'infinity' as late`;
    const days = { day: '2026-01-31', days: ['2026-02-01'], late: 'infinity' };
    expect(await database.statement((q) => q.raw(text)).all()).to.deep.equal([days]);
    expect((await database.raw(text)).rows).to.deep.equal([days]);
  });

  it('returns current columns and types after the table was altered', async () => {
    const all = database.statement<Record<string, unknown>>((q) => q('drawers').orderBy('id'));
    const put_in_at = new Date('2026-01-31T23:59:59.123Z');
    expect(await all.all()).to.deep.equal([
      { id: 1, content: '7', put_in_at },
      { id: 2, content: null, put_in_at: null },
    ]);
    await database.raw('alter table drawers alter column content type int using content::int');
    expect(await all.first()).to.deep.equal({ id: 1, content: 7, put_in_at });
    await database.raw('alter table drawers rename column put_in_at to since');
    await database.raw('alter table drawers add column colour text');
    expect(await all.first()).to.deep.equal({ id: 1, content: 7, since: put_in_at, colour: null });
  });

  it('follows changed column types within a second if it names its columns', async () => {
    await database.raw(`create table shelves (id int primary key, board text, nail text)`);
    await database.raw(`insert into shelves values (1, '7', 'x')`);
    const named = database.statement<Record<string, unknown>>((q) => q('shelves').select('board as what', 'id'));
    const all = database.statement<Record<string, unknown>>('table shelves');
    expect([await named.first(), await all.first()]).to.deep.equal([
      { what: '7', id: 1 },
      { id: 1, board: '7', nail: 'x' },
    ]);
    await database.raw('alter table shelves alter column board type int using board::int');
    await database.raw('alter table shelves rename column nail to screw');
    expect(await all.first()).to.deep.equal({ id: 1, board: 7, screw: 'x' });
    await eventually(async () => expect(await named.first()).to.deep.equal({ what: 7, id: 1 }));
    await database.raw('alter table shelves rename column board to plank');
    expect((await failureOf(named.first())).message).to.include('board');
  });

  it('leaves the connection usable after an error', async () => {
    const ring: Record<string, unknown> = {};
    ring['itself'] = ring;
    const given = database.statement<{ one: string }, { one: unknown }>('select :one::text as one');
    const failures = [failureOf(given.first({ one: ring })), failureOf(database.statement('select 1 / 0').all())];
    const [unwritable, divided] = await Promise.all(failures);
    expect(unwritable?.message).to.match(/circular/);
    expect(divided?.message).to.match(/division by zero/);
    expect(await given.first({ one: 'two' })).to.deep.equal({ one: 'two' });
    expect(await given.first({ one: null })).to.deep.equal({ one: null });
  });
});
