import { expect } from 'chai';
import { Shop } from '../../../platform/orders/shop.ts';
import { startPlatform } from '../../../../support/platform.ts';
import { started } from '../../../../support/started.ts';

describe('GET /console/ledger_checks', () => {
  const platform = started(startPlatform);

  const check = async () => {
    const manager = await platform.as('manager');
    const { body } = await platform.api.get('/api/console/ledger_checks').set(manager).expect(200);
    return body as { entries: number; accounts: number; time: string; wrong: string | null };
  };

  it('checks the ledger at most once a minute, even for concurrent requests', async () => {
    const shop = new Shop(platform);
    let scans = 0;
    const { ledger } = platform.services;
    const audit = ledger.audit.bind(ledger);
    ledger.audit = () => {
      scans++;
      return audit();
    };
    const [first, second] = await Promise.all([check(), check()]);
    expect(second.time).to.equal(first.time);
    expect(await shop.later(50_000, check)).to.deep.equal(first);
    expect(scans).to.equal(1);
    await shop.later(120_000, check);
    expect(scans).to.equal(2);
    ledger.audit = audit;
  });

  it('finds no fault in the demo data, and names a deviating account', async () => {
    const shop = new Shop(platform);
    const right = await shop.later(180_000, check);
    expect(right).to.deep.include({ wrong: null });
    expect(right.accounts).to.be.above(0);
    const { database } = platform.services;
    await database.raw(
      `update accounts set balance = balance + 1 where id = (select min(id) from accounts where user_id is not null)`,
    );
    const { wrong } = await shop.later(240_000, check);
    expect(wrong).to.match(/^Account \d+ \(\w+ of user \d+\): its balance is \d+, but its entries sum to \d+\.$/);
  });
});
