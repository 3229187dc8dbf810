import { expect } from 'chai';
import { together } from '../../../../../core/infrastructure/database/transactions/together.ts';
import { failureOf } from '../support.ts';

describe('together', () => {
  it('returns the results in the order of the promises', async () => {
    expect(await together([Promise.resolve(1), Promise.resolve('a')])).to.deep.equal([1, 'a']);
  });

  it('throws the first error in the order of the promises, after all have ended', async () => {
    const ended: string[] = [];
    const late = new Promise((_resolve, reject) => setImmediate(reject, new Error('first'))).finally(() =>
      ended.push('late'),
    );
    const failure = await failureOf(together([Promise.resolve(), late, Promise.reject(new Error('second'))]));
    expect(failure).to.have.property('message', 'first');
    expect(ended).to.deep.equal(['late']);
  });
});
