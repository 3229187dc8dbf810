import { expect } from 'chai';
import fc from 'fast-check';
import { smallestFailing } from '../../../../core/devtools/bisect/search.ts';

describe('smallestFailing', () => {
  it('finds the failing items among any others', async () => {
    const cases = fc.record({
      size: fc.integer({ min: 1, max: 24 }),
      picks: fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ size, picks }) => {
        const items = Array.from({ length: size }, (_, index) => index);
        const guilty = [...new Set(picks.map((pick) => pick % size))].sort((a, b) => a - b);
        const found = await smallestFailing(items, async (part) => guilty.every((item) => part.includes(item)));
        expect(found).to.deep.equal(guilty);
      }),
    );
  });

  it('returns a minimal set if several sets fail', async () => {
    const fails = async (part: readonly number[]) => part.length % 2 === 0 && part.length >= 4 && part.includes(3);
    const found = await smallestFailing([1, 2, 3, 4, 5, 6, 7, 8], fails);
    for (const left of found) expect(await fails(found.filter((item) => item !== left))).to.equal(false);
    expect(await fails(found)).to.equal(true);
  });
});
