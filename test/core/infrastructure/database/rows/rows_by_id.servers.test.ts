import { expect } from 'chai';
import type { Database } from '../../../../../core/infrastructure/database/database.ts';
import type { RowsById } from '../../../../../core/infrastructure/database/rows/rows_by_id.ts';
import { sentBy } from '../../../platform/courses/support.ts';
import { withThings, type Thing } from '../things.ts';

describe('RowsById on a server', () => {
  let database: Database;
  let things: RowsById<Thing>;

  withThings((filled) => ({ database, things } = filled));

  const names = async (ids: readonly string[]) =>
    (await Promise.all(ids.map((id) => things.find(id)))).map((thing) => thing?.name);

  it('reads all rows of one turn by one statement, each id once', async () => {
    let found: unknown;
    const sent = await sentBy(async () => (found = await names(['3', '1', '10', '3', '2'])));
    expect(found).to.deep.equal(['thing 3', 'thing 1', undefined, 'thing 3', 'thing 2']);
    expect(sent.map(({ values }) => values)).to.deep.equal([[['3', '1', '10', '2']]]);
  });

  it('reads a row again in each turn', async () => {
    const sent = await sentBy(async () => {
      await things.find('1');
      await things.find('1');
    });
    expect(sent).to.have.length(2);
  });

  it('separates a transaction from other callers of the same turn', async () => {
    let tell = () => {};
    const outside = new Promise<void>((resolve) => (tell = resolve)).then(() => names(['7']));
    await database.transaction(async () => {
      await database.table('things').where('id', 7).update({ name: 'changed' });
      tell();
      expect(await names(['7'])).to.deep.equal(['changed']);
      expect(await outside).to.deep.equal(['thing 7']);
    });
  });
});
