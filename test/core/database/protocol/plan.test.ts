import { expect } from 'chai';
import { describe, it } from 'mocha';
import { Plan } from '../../../../core/database/protocol/plan.ts';

describe('The plan of a query', () => {
  it('is remembered by its text, until there are too many: clients decide what is sorted and filtered by', () => {
    const plan = Plan.of('select 1 as remembered');
    expect(Plan.of('select 1 as remembered')).to.equal(plan);
    for (let other = 0; other < 500; other++) Plan.of(`select ${other} as other`);
    expect(Plan.of('select 1 as remembered')).to.not.equal(plan);
  });
});
