import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { createKernel } from 'lectern';
import { after, before, describe, it } from 'mocha';
import supertest from 'supertest';
import { makePlace, type Place } from '../../../support/place.ts';
import { projectRoot, tokenOf } from '../../../support/platform.ts';
import { Shop, type Bought } from '../shop.ts';

interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

describe('lectern orders:close-expired', function () {
  this.timeout(60_000);
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-'));
  let place: Place;
  let env: Record<string, string>;

  before(async () => {
    place = await makePlace();
    // A database of the developer's own, named in the environment, is none of ours.
    env = { DATABASE_URL: '', ...place.env, DATA_DIR: dataDir, NODE_ENV: 'test', LOG_LEVEL: 'error', PORT: '0' };
  });
  after(async () => {
    await place.clear();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** The command has the database for itself, as it has to where that is the embedded one. */
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
  const orderTwo = () =>
    inside(async (shop) => {
      const buyer = await shop.known('newcomer');
      const [old, fresh] = [await shop.order(buyer, 3), await shop.order(buyer, 3)];
      await shop.services.database.table('orders').where({ id: old.id }).update(past);
      return [old, fresh] as const;
    });
  const statesOf = (orders: readonly Bought[]) =>
    inside((shop) => Promise.all(orders.map((order) => shop.stateOf(order))));

  function close(...options: readonly string[]): Promise<Outcome> {
    const main = ['--import', './core/kernel/boot/from_source.mjs', 'core/cli/main.ts'];
    const command = [...main, 'orders:close-expired', ...options];
    const child = spawn(process.execPath, command, { cwd: projectRoot, env: { ...process.env, ...env } });
    const said = { out: '', err: '' };
    child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (said.err += chunk.toString()));
    return new Promise((resolve) => child.once('close', (code) => resolve({ code, ...said })));
  }

  it('closes what was not paid in time, says how many, and ends with 0', async () => {
    const orders = await orderTwo();
    expect(await close()).to.deep.equal({ code: 0, out: 'Closed 1 orders.\n', err: '' });
    expect(await statesOf(orders)).to.deep.equal(['closed', 'created']);
    expect(await close()).to.deep.equal({ code: 0, out: 'Closed 0 orders.\n', err: '' });
  });

  it('says it in JSON', async () => {
    await orderTwo();
    const { code, out } = await close('--json');
    expect(JSON.parse(out)).to.deep.equal({ closed: 1, failed: 0 });
    expect(code).to.equal(0);
  });

  it('ends with 1 where one could not be closed, names it, and closes the others', async () => {
    const orders = await orderTwo();
    const [stuck] = await inside(async (shop) => {
      const student = await shop.known('student');
      const order = await shop.order(student, 3);
      const { database, trades, orders: kept } = shop.services;
      const parts = { type: 'purchase', gateway: 'Gone', coins: 0, cash: 30_00, boughtCoins: 0 } as const;
      await database.transaction(async () => {
        const owner = { userId: student.id, orderSn: order.sn, status: 'paying', expiresAt: new Date() } as const;
        await trades.keepBegun(await trades.insert({ ...parts, ...owner }), { payUrl: '' });
        await kept.begin(await kept.lock(order.sn));
      });
      await database.table('orders').where({ id: order.id }).update(past);
      return [order];
    });
    const { code, out, err } = await close('--json');
    expect(JSON.parse(out)).to.deep.equal({ closed: 1, failed: 1 });
    expect(err).to.include(stuck.sn).and.include('Gone').and.include('1 orders could not be closed');
    expect(code).to.equal(1);
    expect(await statesOf([...orders, stuck])).to.deep.equal(['closed', 'created', 'paying']);
  });

  it('says what it does not understand, and ends with another code than 0', async () => {
    const { code, err } = await close('--all');
    expect(err).to.include("unknown option '--all'");
    expect(code).to.not.equal(0);
  });
});
