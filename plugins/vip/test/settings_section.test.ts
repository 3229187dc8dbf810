import { expect } from 'chai';
import { startPlatform } from '../../../test/support/platform.ts';
import { prepared, started } from '../../../test/support/started.ts';

const section = '/api/settings/vip';
const initial = {
  enabled: false,
  buyType: 'year_and_month',
  upgradeMinDay: '30',
  defaultBuyYears: '1',
  defaultBuyMonths: '3',
};

describe('Settings of memberships', () => {
  const platform = started(startPlatform);

  const manager = prepared(() => platform.as('manager'));

  const patch = (values: object) => platform.api.patch(section).set(manager).send(values);

  it('are readable without a credential', async () => {
    expect((await platform.api.get(section).expect(200)).body).to.deep.equal({ ...initial, enabled: true });
  });

  it('disable memberships and have the other defaults when nothing is stored', async () => {
    const { database } = platform.services;
    await database.table('settings').where({ section: 'vip' }).delete();
    database.changed('settings');
    expect((await platform.api.get(section).expect(200)).body).to.deep.equal(initial);
    await platform.reset();
  });

  it('accept the values of the specification as JSON numbers and as text', async () => {
    for (const values of [
      { buyType: 'year', upgradeMinDay: 0, defaultBuyYears: 10, defaultBuyMonths: 120 },
      { buyType: 'month', upgradeMinDay: '7', defaultBuyYears: '2', defaultBuyMonths: '6' },
    ]) {
      const expected = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
      expect((await patch(values).expect(200)).body).to.deep.equal({ enabled: true, ...expected });
    }
  });

  it('reject values out of bounds: 422, code 9', async () => {
    for (const [name, values] of Object.entries({
      enabled: ['maybe', 2],
      buyType: ['week', 'year,month'],
      upgradeMinDay: [-1, 'x', 10_001],
      defaultBuyYears: [0, 11, 1.5],
      defaultBuyMonths: [0, '0', 121, '1e1'],
    })) {
      for (const value of values) {
        const { body } = await patch({ [name]: value }).expect(422);
        expect([body.error.code, body.error.details[0].field], `${name} ${value}`).to.deep.equal([9, name]);
      }
    }
  });
});
