import { expect } from 'chai';
import { describe, it } from 'mocha';
import { mistakes } from './mistakes.ts';
import { rows } from './mistakes_page.ts';

describe('The page of mistakes', () => {
  it('has a row for each', () => {
    expect(rows.map(([name]) => name)).to.have.members(Object.keys(mistakes));
  });

  it('says of each how to fix it', () => {
    expect(rows.filter(([, , fix = '']) => !/\w+/.test(fix))).to.deep.equal([]);
  });
});
