import { expect } from 'chai';
import { StallingProxy } from '../../../../faults/support/stalling_proxy.ts';
import { freePort } from '../../../../support/free_port.mjs';
import { DatabaseFixture } from '../support.ts';

describe('A database with several hosts', () => {
  let fixture: DatabaseFixture;
  let silent: StallingProxy;

  before(async () => {
    fixture = await DatabaseFixture.make();
    silent = await StallingProxy.to(Number(new URL(fixture.url as string).port || 5432));
    silent.stall();
  });
  after(async () => {
    await fixture.clear();
    await silent.close();
  });

  it('is reached behind a host that is down and one that does not answer', async () => {
    const { host } = new URL(fixture.url as string);
    const hosts = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${silent.port}`, host].join();
    const database = fixture.make({ url: (fixture.url as string).replace(host, hosts), acquireTimeoutMs: 1_500 });
    const { rows } = await database.raw<{ one: number }>('select 1 as one');
    expect(rows).to.deep.equal([{ one: 1 }]);
  });

  it('is unavailable while no host accepts writes', async () => {
    const closed = `127.0.0.1:${await freePort()}`;
    const { host } = new URL(fixture.url as string);
    const url = `${(fixture.url as string).replace(host, `${closed},${host}`)}?options=-c%20default_transaction_read_only%3Don`;
    const failure = await fixture
      .make({ url })
      .raw('select 1')
      .catch((error: unknown) => error);
    expect(failure).to.be.an('error').with.property('name', 'DatabaseUnavailable');
    expect(failure)
      .to.have.property('message')
      .that.includes('no host accepts writes')
      .and.includes(`${host}: read-only`);
  });
});
