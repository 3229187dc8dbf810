import { expect } from 'chai';
import { startPlatform } from '../../../../test/support/platform.ts';
import { prepared, started } from '../../../../test/support/started.ts';

const levels = '/api/plugins/vip/vip_levels';

const bronze = {
  id: '1',
  seq: '1',
  name: 'bronze',
  icon: '',
  monthPrice: '10.00',
  monthPriceConvert: { currency: 'RMB', amount: '10.00', coinAmount: '10.00', coinName: '学币' },
  yearPrice: '100.00',
  yearPriceConvert: { currency: 'RMB', amount: '100.00', coinAmount: '100.00', coinName: '学币' },
  description: 'Membership level bronze',
  freeLearned: true,
  enabled: true,
  maxRate: '100',
};

describe('Membership levels', () => {
  const platform = started(startPlatform);

  const manager = prepared(() => platform.as('manager'));

  const setCoin = (values: object) => platform.api.patch('/api/settings/coin').set(manager).send(values).expect(200);
  const convertOf = async (id: string) =>
    (await platform.api.get(`${levels}/${id}`).expect(200)).body.monthPriceConvert;

  it('have every field of the specification in its type, and no other', async () => {
    const { createdTime, ...rest } = (await platform.api.get(`${levels}/1`).expect(200)).body;
    expect(rest).to.deep.equal(bronze);
    expect(createdTime).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00$/);
  });

  it('are listed to anyone while enabled, lowest first, as a bare array', async () => {
    const { body } = await platform.api.get(levels).expect(200);
    expect(body.map(({ name }: { name: string }) => name)).to.deep.equal(['bronze', 'silver', 'gold']);
    expect(body[0]).to.deep.equal((await platform.api.get(`${levels}/1`)).body);
    expect((await platform.api.get('/api/plugins/vip/vip_level')).body).to.deep.equal(body);
  });

  it('answer 404, code 10, when disabled or unknown', async () => {
    for (const id of ['4', '5', 'x', '0']) {
      expect((await platform.api.get(`${levels}/${id}`).expect(404)).body.error.code).to.equal(10);
    }
  });

  it('have no price in coins while coins are disabled', async () => {
    await setCoin({ enabled: false });
    expect(await convertOf('2')).to.deep.equal({ currency: 'RMB', amount: '20.00' });
    await setCoin({ enabled: true });
  });

  it('are priced in the currency of the coin settings', async () => {
    await setCoin({ cash_model: 'currency', rate: '2.5', name: 'Taler' });
    expect(await convertOf('2')).to.deep.equal({
      currency: 'coin',
      amount: '20.00',
      coinAmount: '50.00',
      coinName: 'Taler',
    });
    await setCoin({ cash_model: 'deduction' });
    expect(await convertOf('2')).to.include({ currency: 'RMB', coinAmount: '50.00' });
  });

  it('have prices rounded up to the next hundredth of a coin', async () => {
    const { database } = platform.kernel.services;
    await database.table('vip_levels').where({ id: 3 }).update({ month_price: 1_001 });
    for (const [rate, coins] of [
      ['0.33', '3.31'],
      ['0.01', '0.11'],
      ['1.10', '11.02'],
      ['3', '30.03'],
      ['0', '0.00'],
    ] as const) {
      await setCoin({ rate });
      expect((await convertOf('3')).coinAmount, rate).to.equal(coins);
    }
  });

  it('keep every digit of a large price', async () => {
    const { database } = platform.kernel.services;
    await database.table('vip_levels').where({ id: 3 }).update({ month_price: '9007199254740993' });
    await setCoin({ rate: '1.01' });
    expect(await convertOf('3')).to.include({ amount: '90071992547409.93', coinAmount: '90972712472884.03' });
  });

  it('answer 405 to PUT, PATCH and DELETE of the list', async () => {
    for (const method of ['put', 'patch', 'delete'] as const) {
      const { headers } = await platform.api[method](levels).expect(405);
      expect(headers['allow']?.split(', ')).to.have.members(['GET', 'HEAD', 'POST', 'OPTIONS']);
    }
  });
});
