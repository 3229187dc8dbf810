import { expect } from 'chai';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import type { Database } from '../../../../core/database/database.ts';
import { RowsById } from '../../../../core/database/rows/rows_by_id.ts';
import { failureOf } from '../support.ts';
import { made, withThings, type Thing } from '../things.ts';

describe('Rows by their ids', () => {
  let database: Database;
  let things: RowsById<Thing>;

  withThings((filled) => ({ database, things } = filled));

  const names = async (ids: readonly string[]) =>
    (await Promise.all(ids.map((id) => things.find(id)))).map((thing) => thing?.name);

  it('are found, or not', async () => {
    expect(await things.find('3')).to.deep.equal({ id: '3', name: 'thing 3', parts: ['a', 'b'], made });
    expect(await things.find('10')).to.equal(undefined);
  });

  it('are given to whoever asked for them, whatever others ask for at the same time', () =>
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

  it('are everybody`s own: who changes one changes nobody else`s', async () => {
    const [mine, yours] = (await Promise.all([things.find('1'), things.find('1')])) as [Thing, Thing];
    mine.name = 'mine';
    mine.parts.push('c');
    mine.made.setFullYear(1999);
    expect(yours).to.deep.equal({ id: '1', name: 'thing 1', parts: ['a', 'b'], made });
  });

  it('are those of a transaction inside of it, and only there', async () => {
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

  it('are found by numbers, too', async () => {
    await database.raw('create table slots (id integer primary key)');
    await database.raw('insert into slots values (1)');
    const slots = new RowsById<{ id: number }>(database, (q) => q('slots').select('id'));
    expect(await slots.find('1')).to.deep.equal({ id: 1 });
  });

  it('have to have an id, which is said where they have none', async () => {
    const nameless = new RowsById<Thing>(database, (q) => q('things').select('name'));
    const { message } = await failureOf(nameless.find('1'));
    expect(message).to.include('select "name" from "things"').and.to.include('Select the column "id" as well.');
  });

  it('are refused to all who asked where the database refuses them', async () => {
    const failures = await Promise.all(['1', 'x'].map((id) => failureOf(things.find(id))));
    expect(failures.map(({ code }) => code)).to.deep.equal(['22P02', '22P02']);
    expect(await names(['1'])).to.deep.equal(['thing 1']);
  });
});
