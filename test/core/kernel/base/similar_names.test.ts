import { expect } from 'chai';
import { isMisspelt, nearest } from '../../../../core/kernel/base/similar_names.ts';

describe('Similar names', () => {
  it('are suggested with the nearest first, at most three, and none that is too far', () => {
    const known = ['couponCode', 'course', 'courses', 'coursework', 'zebra', 'coupon'];
    expect(nearest('cupon', known)).to.deep.equal(['coupon', 'couponCode']);
    expect(nearest('courss', known)).to.deep.equal(['course', 'courses', 'coupon']);
    expect(nearest('courss', known, 1)).to.deep.equal(['course']);
    expect(nearest('xyz', known)).to.deep.equal([]);
  });

  it('are misspelt by one letter, or by two that are exchanged', () => {
    const misspelt = ['subscriber', 'subscriberss', 'subscirbers', 'sbuscribesr', 'subscribers', 'resources'];
    expect(misspelt.filter((name) => isMisspelt(name, 'subscribers'))).to.deep.equal([
      'subscriber',
      'subscriberss',
      'subscirbers',
    ]);
  });
});
