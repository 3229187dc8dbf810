import { expect } from 'chai';
import fc from 'fast-check';
import type { Database } from '../../../../../core/infrastructure/database/database.ts';
import { RowsById } from '../../../../../core/infrastructure/database/rows/rows_by_id.ts';
import { failureOf } from '../support.ts';
import { made, withThings, type Thing } from '../things.ts';

describe('RowsById', () => {
  let database: Database;
  let things: RowsById<Thing>;

  withThings((filled) => ({ database, things } = filled));

  const names = async (ids: readonly string[]) =>
    (await Promise.all(ids.map((id) => things.find(id)))).map((thing) => thing?.name);

  it('returns a row, or undefined for an unknown id', async () => {
    expect(await things.find('3')).to.deep.equal({ id: '3', name: 'thing 3', parts: ['a', 'b'], made });
    expect(await things.find('10')).to.equal(undefined);
  });

  it('gives each caller its own rows, for any mix of concurrent calls', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.array(fc.integer({ min: 1, max: 12 }))), async (turns) => {
        const asked = turns.map(async (ids) => {
          await new Promise((resolve) => setImmediate(resolve));
          return names(ids.map(String));
        });
        const due = turns.map((ids) => ids.map((id) => (id > 9 ? undefined : `thing ${id}`)));
        expect(await Promise.all(asked)).to.deep.equal(due);
      }),
      { numRuns: 50 },
    ));

  it('gives each caller a separate copy of a row', async () => {
    const [mine, yours] = (await Promise.all([things.find('1'), things.find('1')])) as [Thing, Thing];
    mine.name = 'mine';
    mine.parts.push('c');
    mine.made.setFullYear(1999);
    expect(yours).to.deep.equal({ id: '1', name: 'thing 1', parts: ['a', 'b'], made });
  });

  it('returns uncommitted rows only inside their transaction', async () => {
    const undo = new Error('undo');
    const failure = await failureOf(
      database.transaction(async () => {
        await database.table('things').where('id', 5).update({ name: 'changed' });
        expect(await names(['5', '6'])).to.deep.equal(['changed', 'thing 6']);
        throw undo;
      }),
    );
    expect(failure).to.equal(undo);
    expect(await names(['5'])).to.deep.equal(['thing 5']);
  });

  it('finds rows whose id is an integer', async () => {
    await database.raw('create table slots (id integer primary key)');
    await database.raw('insert into slots values (1)');
    const slots = new RowsById<{ id: number }>(database, (q) => q('slots').select('id'));
    expect(await slots.find('1')).to.deep.equal({ id: 1 });
  });

  it('rejects a query that does not select the id', async () => {
    const nameless = new RowsById<Thing>(database, (q) => q('things').select('name'));
    const { message } = await failureOf(nameless.find('1'));
    expect(message).to.include('select "name" from "things"').and.to.include('Select the column "id" as well.');
  });

  it('passes an error of the database to all callers of a shared statement', async () => {
    // The lookup of the first caller may be sent alone.
    const [, ...failures] = await Promise.all([
      things.find('9'),
      ...['1', 'x'].map((id) => failureOf(things.find(id))),
    ]);
    expect(failures.map(({ code }) => code)).to.deep.equal(['22P02', '22P02']);
    expect(await names(['1'])).to.deep.equal(['thing 1']);
  });
});
