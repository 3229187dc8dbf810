import { expect } from 'chai';
import { best, bounds, complaint, isWithin } from './bounds.ts';

describe('The bounds of the cost of requests', () => {
  const [first] = bounds;
  const workload = first?.workload ?? '';
  const bound = first?.bound ?? Number.NaN;

  it('are compared with the best round', () => {
    const measured = { workload, ratios: [bound * 2, bound * 0.9, bound * 3] };
    expect(best(measured)).to.equal(bound * 0.9);
    expect(isWithin(measured)).to.equal(true);
  });

  it('are exceeded when no round is within the bound', () => {
    expect(isWithin({ workload, ratios: [bound * 1.1, bound * 1.2] })).to.equal(false);
  });

  it('are not met by invalid or missing ratios', () => {
    expect(isWithin({ workload, ratios: [Number.NaN] })).to.equal(false);
    expect(isWithin({ workload, ratios: [] })).to.equal(false);
  });

  it('have a message with workload, ratio, bound and fix', () => {
    const text = complaint({ workload, ratios: [bound * 2] });
    expect(text)
      .to.include(workload)
      .and.include((bound * 2).toFixed(2))
      .and.include(String(bound));
    expect(text).to.include('npm run bench').and.include('test/bench/bounds.ts');
  });
});
