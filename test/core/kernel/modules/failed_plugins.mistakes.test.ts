import { expect } from 'chai';
import { mistakes } from './mistakes.ts';
import { rows } from './mistakes_page.ts';

describe('docs/plugins/mistakes.md', () => {
  it('has a row for each mistake', () => {
    expect(rows.map(([name]) => name)).to.have.members(Object.keys(mistakes));
  });

  it('has a fix for each mistake', () => {
    expect(rows.filter(([, , fix = '']) => !/\w+/.test(fix))).to.deep.equal([]);
  });
});
