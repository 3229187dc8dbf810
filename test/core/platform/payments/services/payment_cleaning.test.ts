import { expect } from 'chai';
import { rejectionOf } from '../../ledger/support.ts';
import { startShop } from '../../orders/shop.ts';
import { cleaningCases } from './cleaning_cases.ts';

describe('The job that cleans payments', cleaningCases);

describe('The retention of payments', () => {
  for (const [key, value, message] of [
    ['noticeDays', -1, '"noticeDays" must be >= 0'],
    ['pageDays', 1.5, '"pageDays" must be integer'],
    ['pageDays', 40_000, '"pageDays" must be <= 36500'],
  ] as const) {
    it(`rejects ${key} ${value}`, async () => {
      const error = await rejectionOf(startShop({ modules: { payments: { [key]: value } } }));
      expect(error.message).to.include('modules.payments of the configuration').and.include(message);
    });
  }
});
