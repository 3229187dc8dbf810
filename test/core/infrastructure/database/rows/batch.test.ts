import { expect } from 'chai';
import { Batch } from '../../../../../core/infrastructure/database/rows/batch.ts';
import { DatabaseFixture } from '../support.ts';

describe('A batch of lookups', () => {
  let place: DatabaseFixture;
  let batch: Batch<string>;
  const loads: (readonly string[])[] = [];

  before(async () => {
    place = await DatabaseFixture.make();
    batch = new Batch(await place.start(), (keys) => {
      loads.push(keys);
      return Promise.resolve(new Map(keys.map((key) => [key, `value ${key}`])));
    });
  });
  beforeEach(() => loads.splice(0));
  after(() => place.clear());

  it('loads the key of a lone lookup at once', async () => {
    await batch.find('1');
    const found = batch.find('2');
    expect(loads).to.deep.equal([['1'], ['2']]);
    expect(await found).to.equal('value 2');
  });

  it('loads the keys of a turn together while a load runs, and after a load of several keys', async () => {
    await batch.find('1');
    const find = async (...keys: string[]) => Promise.all(keys.map((key) => batch.find(key)));
    expect(await find('2', '3', '4')).to.deep.equal(['value 2', 'value 3', 'value 4']);
    await find('5', '6');
    expect(loads).to.deep.equal([['1'], ['2'], ['3', '4'], ['5', '6']]);
  });
});
