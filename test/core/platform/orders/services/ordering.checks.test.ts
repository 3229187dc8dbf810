import { expect } from 'chai';
import { breachesOf, type Fault } from '../faults.ts';
import { outcome, PAY_PASSWORD, Shop, WRONG_PASSWORD, type Buyer } from '../shop.ts';
import { started } from '../../../../support/started.ts';

/** In the order of the checks. */
const faults: readonly Fault[] = [
  { name: 'no kind of goods', outcome: '422/9', body: { targetType: '' } },
  { name: 'a wrong unit', outcome: '422/9', body: { unit: 'day' } },
  { name: 'goods that there are not', outcome: '404/10', body: { targetId: 999999 } },
  { name: 'goods that one has', outcome: '400/20007', where: { owns: true } },
  { name: 'a wrong coupon', outcome: '400/2003', body: { couponCode: 'NONE' } },
  { name: 'no payment password', outcome: '400/2000', body: { payPassword: undefined } },
  { name: 'a payment password that was never set', outcome: '400/2008', where: { payPassword: false } },
  { name: 'a wrong payment password', outcome: '500/2002', body: { payPassword: WRONG_PASSWORD } },
  { name: 'too many coins', outcome: '400/2009', body: { coinPayAmount: '50.01' } },
  { name: 'more coins than one has', outcome: '500/2001', where: { coins: 9_99 } },
];

/** A valid request. */
const right = { targetType: 'course', targetId: 10, coinPayAmount: '10.00', payPassword: PAY_PASSWORD };

describe('Checks of POST /orders', () => {
  const shop = started(() => Shop.open());

  async function told(...wrong: readonly Fault[]): Promise<string> {
    const where = Object.assign({ coins: 100_00, payPassword: true, owns: false }, ...wrong.map((one) => one.where));
    const body = Object.assign({}, right, ...wrong.map((one) => one.body));
    const buyer: Buyer = await shop.buyer(where);
    if (where.owns) await shop.services.courseMembers.admit('10', buyer.id);
    return outcome(await shop.post('/orders', body, buyer));
  }

  it('accept a valid request', async () => {
    expect(await told()).to.equal('200');
  });

  it('find each fault alone, and the first one of any two', async () => {
    expect(await breachesOf(faults, told)).to.deep.equal([]);
  });
});
