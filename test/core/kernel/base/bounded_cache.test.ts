import { expect } from 'chai';
import { BoundedCache } from '../../../../core/kernel/base/bounded_cache.ts';

describe('Caches by texts of clients', () => {
  const counting = () => {
    let computed = 0;
    const cache = new BoundedCache((key) => {
      computed++;
      return key.length === 1 ? undefined : key.length;
    });
    return { of: (key: string) => cache.of(key), count: () => computed };
  };

  it('compute a value once, undefined too', () => {
    const cache = counting();
    expect(['a', 'a', 'bc', 'bc'].map(cache.of)).to.deep.equal([undefined, undefined, 2, 2]);
    expect(cache.count()).to.equal(2);
  });

  it('keep no more than 200 entries, and no key of more than 500 characters', () => {
    const cache = counting();
    cache.of('first');
    for (let number = 0; number < 200; number++) cache.of(`number ${number}`);
    cache.of('first');
    expect(cache.count()).to.equal(202);
    for (const length of [500, 500, 501, 501]) cache.of('x'.repeat(length));
    expect(cache.count()).to.equal(205);
  });
});
