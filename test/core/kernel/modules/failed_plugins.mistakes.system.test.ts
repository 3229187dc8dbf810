import { expect } from 'chai';
import { Installation } from '../../../support/installation.ts';
import { mistakes } from './mistakes.ts';
import { made, madeTogether, pattern, rows } from './mistakes_page.ts';

describe('docs/plugins/mistakes.md', () => {
  it('has the printed message of each mistake with tables', async () => {
    const place = new Installation();
    const said = await madeTogether(
      Object.entries(mistakes).filter(([, { database }]) => database),
      place,
    ).finally(() => place.clear());
    const printed = new Map(rows.map(([name = '', text = '']) => [name, text]));
    const breaches = [...said].filter(([name, text]) => !pattern(printed.get(name)!).test(text));
    expect(said.size).to.be.above(5);
    expect(breaches).to.deep.equal([]);
  });

  it('has the printed message of each other mistake', async () => {
    const breaches: string[] = [];
    for (const [name = '', printed = ''] of rows.filter(([name = '']) => !mistakes[name]?.database)) {
      const place = new Installation();
      const said = await made(mistakes[name]!, place).finally(() => place.clear());
      if (!pattern(printed).test(said)) breaches.push(`${name}: ${said}`);
    }
    expect(breaches).to.deep.equal([]);
  }).timeout(120_000);
});
