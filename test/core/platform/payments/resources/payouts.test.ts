import { expect } from 'chai';
import { outcome, Shop, type Buyer } from '../../orders/shop.ts';
import { prepared, started } from '../../../../support/started.ts';

describe('Payouts of cash', () => {
  const shop = started(() => Shop.open());
  let buyer: Buyer;

  const manager = prepared(() => shop.known('manager'));

  beforeEach(async () => {
    buyer = await shop.buyer();
    const { database, ledger } = shop.services;
    const movement = { from: 'cash.gateways', to: { userId: buyer.id, kind: 'cash' }, amount: 30_00 } as const;
    await database.transaction(() => ledger.post({ reason: 'payment.unapplied' }, [movement]));
  });
  afterEach(() => shop.expectSound());

  const pay = (body: object, by = manager) => shop.post(`/cash_accounts/${buyer.id}/payouts`, body, by);
  const list = () => shop.get(`/cash_accounts/${buyer.id}/payouts`, manager);
  const cash = async () => {
    const { body } = await shop.get('/cash_accounts?limit=100', manager).expect(200);
    return body.data.find(({ userId }: { userId: string }) => userId === buyer.id)?.cash;
  };

  it('are taken off the account and recorded', async () => {
    const { body } = await pay({ amount: '12.50', reference: 'B-1' }).expect(201);
    const { id, createdTime, ...rest } = body;
    expect((await shop.get(`/cash_accounts/${buyer.id}/payouts/${id}`, manager).expect(200)).body).to.deep.equal(body);
    expect(outcome(await shop.get(`/cash_accounts/${manager.id}/payouts/${id}`, manager))).to.equal('404/10');
    expect(rest).to.deep.equal({ userId: buyer.id, amount: '12.50', reference: 'B-1', paidBy: manager.id });
    expect(await cash()).to.equal('17.50');
    expect((await list().expect(200)).body.data).to.deep.equal([{ id, createdTime, ...rest }]);
    await pay({ amount: '17.50', reference: 'B-2' }).expect(201);
    expect(await cash(), 'an empty account is not listed').to.equal(undefined);
  });

  it('reject more than the balance, zero, and a repeated reference', async () => {
    const answers = [
      await pay({ amount: '30.01', reference: 'B-1' }),
      await pay({ amount: 0, reference: 'B-1' }),
      await pay({ amount: 5 }),
      await pay({ amount: 5, reference: 'B-1' }),
      await pay({ amount: 5, reference: 'B-1' }),
      await pay({ amount: 5, reference: 'B-2' }, buyer),
    ];
    expect(answers.map(outcome)).to.deep.equal(['400/2001', '422/9', '422/9', '201', '409/14', '403/13']);
    expect(await cash()).to.equal('25.00');
  });

  it('are made once when many managers record the same transfer', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => pay({ amount: 10, reference: 'B-1' })));
    expect(answers.map(outcome).sort()).to.deep.equal(['201', ...Array.from({ length: 9 }, () => '409/14')]);
    expect(await cash()).to.equal('20.00');
  });
});
