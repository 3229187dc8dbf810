import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { createKernel } from 'lectern/host';
import supertest from 'supertest';
import { projectRoot, tokenOf } from '../../../../support/platform.ts';
import { runBuilt } from '../../../cli/built_program.ts';
import { Shop, type Bought } from '../shop.ts';

describe('lectern orders:close-expired', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-'));
  // Ignores a database that the environment of the developer names.
  const env = { DATABASE_URL: '', DATA_DIR: dataDir, NODE_ENV: 'test', LOG_LEVEL: 'error', PORT: '0' };

  after(() => {
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** Runs `work` with a kernel that stops before the command runs: the embedded database permits one process. */
  async function inside<T>(work: (shop: Shop) => Promise<T>): Promise<T> {
    const kernel = await createKernel({ root: projectRoot, env, config: { demo: true } });
    const api = supertest(await kernel.listen());
    const as = async (nickname: string) => ({ 'X-Auth-Token': await tokenOf(kernel, nickname) });
    try {
      return await work(new Shop({ kernel, api, as, stop: () => kernel.stop(), logs: [] }));
    } finally {
      await kernel.stop();
    }
  }

  const past = { closes_at: new Date(Date.now() - 1000) };
  /** Two orders of which one is too old. */
  async function orderTwo(shop: Shop) {
    const buyer = await shop.known('newcomer');
    const [old, fresh] = [await shop.order(buyer, 3), await shop.order(buyer, 3)];
    await shop.services.database.table('orders').where({ id: old.id }).update(past);
    return [old, fresh] as const;
  }
  /** An order that is too old, and whose payment no gateway can end. */
  async function orderStuck(shop: Shop) {
    const student = await shop.known('student');
    const order = await shop.order(student, 3);
    const { database, trades, orders } = shop.services;
    const parts = { type: 'purchase', gateway: 'Gone', coins: 0, cash: 30_00, boughtCoins: 0 } as const;
    await database.transaction(async () => {
      const owner = { userId: student.id, orderSn: order.sn, status: 'paying', expiresAt: new Date() } as const;
      await trades.keepBegun(await trades.insert({ ...parts, ...owner }), { payUrl: '' });
      await orders.begin(await orders.lock(order.sn));
    });
    await database.table('orders').where({ id: order.id }).update(past);
    return order;
  }
  const statesOf = (shop: Shop, orders: readonly Bought[]) => Promise.all(orders.map((order) => shop.stateOf(order)));

  const close = (...options: readonly string[]) => runBuilt(projectRoot, ['orders:close-expired', ...options], env);

  it('closes expired orders, prints their number, and names orders that cannot be closed', async () => {
    const orders = await inside(orderTwo);
    const named = `Database: embedded, ${dataDir}\n`;
    expect(await close()).to.deep.equal({ code: 0, out: 'Closed orders: 1.\n', err: named });

    const stuck = await inside(async (shop) => {
      expect(await statesOf(shop, orders)).to.deep.equal(['closed', 'created']);
      return orderStuck(shop);
    });
    const { code, out, err } = await close('--json');
    expect(JSON.parse(out)).to.deep.equal({ closed: 0, failed: 1 });
    expect(err).to.include(stuck.sn).and.include('Gone').and.include('Orders that could not be closed: 1');
    expect(code).to.equal(1);
  });

  it('rejects an unknown option, and exits with a code other than 0', async () => {
    const { code, err } = await close('--all');
    expect(err).to.include("unknown option '--all'");
    expect(code).to.not.equal(0);
  });
});
