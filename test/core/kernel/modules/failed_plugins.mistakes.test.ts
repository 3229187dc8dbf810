import { expect } from 'chai';
import { describe, it } from 'mocha';
import { Installation } from '../../../support/installation.ts';
import { mistakes } from './mistakes.ts';
import { made, pattern, rows } from './mistakes_page.ts';

describe('The page of mistakes', () => {
  it('has a row for each', () => {
    expect(rows.map(([name]) => name)).to.have.members(Object.keys(mistakes));
  });

  it('says of each how to fix it', () => {
    expect(rows.filter(([, , fix = '']) => !/\w+/.test(fix))).to.deep.equal([]);
  });

  it('tells what is printed for each', async () => {
    const breaches: string[] = [];
    for (const [name = '', printed = ''] of rows.filter(([name = '']) => !mistakes[name]?.database)) {
      const place = new Installation();
      const said = await made(mistakes[name]!, place).finally(() => place.clear());
      if (!pattern(printed).test(said)) breaches.push(`${name}: ${said}`);
    }
    expect(breaches).to.deep.equal([]);
  }).timeout(120_000);
});
