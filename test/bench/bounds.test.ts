import { expect } from 'chai';
import { best, boundOf, bounds, complaint, isWithin } from './bounds.ts';

describe('the bounds of what a request may cost', () => {
  const [first] = bounds;
  const workload = first?.workload ?? '';
  const bound = first?.bound ?? Number.NaN;

  it('judges by the best round, since noise only ever adds', () => {
    const measured = { workload, ratios: [bound * 2, bound * 0.9, bound * 3] };
    expect(best(measured)).to.equal(bound * 0.9);
    expect(isWithin(measured)).to.equal(true);
  });

  it('refuses what no round brings below the bound', () => {
    expect(isWithin({ workload, ratios: [bound * 1.1, bound * 1.2] })).to.equal(false);
  });

  it('refuses figures that are none', () => {
    expect(isWithin({ workload, ratios: [Number.NaN] })).to.equal(false);
    expect(isWithin({ workload, ratios: [] })).to.equal(false);
  });

  it('names workload, figure, bound and what to do', () => {
    const text = complaint({ workload, ratios: [bound * 2] });
    expect(text)
      .to.include(workload)
      .and.include((bound * 2).toFixed(2))
      .and.include(String(bound));
    expect(text).to.include('npm run bench').and.include('test/bench/bounds.ts');
  });

  it('knows no bound of what it does not measure', () => {
    expect(() => boundOf('nothing')).to.throw('There is no bound for "nothing"');
  });

  it('gives every workload one bound, and a reason', () => {
    expect(new Set(bounds.map((one) => one.workload)).size).to.equal(bounds.length);
    for (const { reason } of bounds) expect(reason).to.not.equal('');
  });
});
