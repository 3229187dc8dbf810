import { expect } from 'chai';
import { started } from '../../../../support/started.ts';
import { Books, coins } from '../support.ts';
import { age, checkpointCases } from './checkpoint_cases.ts';

describe('Audit of the ledger since a checkpoint, on a server,', checkpointCases);

describe('Concurrent audits of the ledger', () => {
  const books = started(() => Books.open());

  it('add entries to the checkpoint once', async () => {
    for (let round = 0; round < 3; round++) await books.move(coins(4), coins(5), 1_00);
    await age(books);
    const audits = await Promise.all(Array.from({ length: 3 }, () => books.ledger.audit()));
    expect(audits.map(({ wrong }) => wrong)).to.deep.equal([null, null, null]);
    expect(await books.ledger.audit()).to.include({ entries: 10, wrong: null });
    expect(await books.ledger.audit({ full: true })).to.include({ wrong: null });
  });
});
