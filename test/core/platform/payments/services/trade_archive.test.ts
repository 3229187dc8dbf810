import { expect } from 'chai';
import { started } from '../../../../support/started.ts';
import { rejectionOf } from '../../ledger/support.ts';
import { startShop } from '../../orders/shop.ts';
import { archiveCases, archiveOf } from './archive_cases.ts';

describe('The archive of trades', archiveCases);

describe('The days of the archive of trades', () => {
  const platform = started(startShop);

  it('are none by default, so that it is switched off', async () => {
    const { message } = await rejectionOf(platform.services.tradeArchive.plan());
    expect(message).to.equal('The archive of trades is switched off. Set modules.payments.archiveDays, such as 730.');
  });

  it('are at least 90', async () => {
    const { message } = await rejectionOf(archiveOf(platform, 89).run('/nowhere'));
    expect(message).to.include('modules.payments.archiveDays is 89; set 90 or more');
  });
});
