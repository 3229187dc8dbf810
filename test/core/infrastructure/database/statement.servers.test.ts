import { expect } from 'chai';
import { DatabaseFixture } from './support.ts';
import { started } from '../../../support/started.ts';

describe('Database.statement on a server', () => {
  const place = started(() => DatabaseFixture.make());

  for (const preparedStatements of [false, true]) {
    it(`${preparedStatements ? 'keeps' : 'keeps no'} prepared statements on the server`, async () => {
      const one = await place.start({ poolMax: 1, preparedStatements });
      const add = one.statement<{ n: number }, { n: number }>((q, param) =>
        q.raw('select ?::int + 1 as n', [param('n')]),
      );
      expect(await add.first({ n: 1 })).to.deep.equal({ n: 2 });
      expect(await add.first({ n: 2 })).to.deep.equal({ n: 3 });
      const { rows } = await one.raw('select name from pg_prepared_statements');
      expect(rows).to.have.length(preparedStatements ? 1 : 0);
    });
  }
});
