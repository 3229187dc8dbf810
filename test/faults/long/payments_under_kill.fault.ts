import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createKernel } from 'lectern/host';
import { expect } from 'chai';
import { PaymentOrders } from '../../bench/payment_orders.ts';
import { projectRoot } from '../../support/platform.ts';
import { figure, seconds } from '../support/figures.ts';
import { Clients, type Answered, type Ask } from '../support/clients.ts';
import { PlatformProcess } from '../support/platform_process.ts';
import { PrivatePostgres } from '../support/private_postgres.ts';
import { until } from '../support/until.ts';

const run = promisify(execFile);
const program = fileURLToPath(new URL('../../../dist/core/cli/main.js', import.meta.url));
const KILLS = 5;
const CLIENTS = 12;
const DELIVERED_MS = 120_000;

describe('The payment of orders, while the database is killed repeatedly,', function () {
  this.timeout(600_000);
  let database: PrivatePostgres;
  let platform: PlatformProcess;
  let next: () => Ask;

  before(async () => {
    database = await PrivatePostgres.start();
    next = await prepared(database.url);
    platform = await PlatformProcess.start({ env: { DATABASE_URL: database.url }, config: { demo: true } });
  });
  after(async () => {
    await platform.clear();
    await database.clear();
  });

  it('loses no confirmed payment, pays no order twice, keeps the ledger balanced, and delivers the goods', async () => {
    const recoveries: number[] = [];
    const load = new Clients(platform.url, next, CLIENTS);
    for (let kills = 0; kills < KILLS; kills++) {
      const before = load.answers.length;
      await until(() => expect(load.answers.length - before).to.be.above(4 * CLIENTS), { timeout: 60_000 });
      await database.kill();
      await sleep(500);
      await database.start();
      const since = performance.now();
      await until(() => expect(load.recoveredAfter(since)).to.not.equal(undefined));
      recoveries.push(load.recoveredAfter(since) ?? Infinity);
    }
    await load.end();
    expect(load.flaws).to.deep.equal([]);
    const confirmed = load.answers.filter(({ status }) => status === 200).map(orderOf);
    const paid = await states();
    expect(
      confirmed.filter((sn) => !paid.has(sn)),
      'confirmed and lost',
    ).to.deep.equal([]);
    figure(
      'payments: kills, confirmed, refused, lost',
      [KILLS, confirmed.length, load.count((one) => one === 503), 0].join(', '),
    );
    figure('longest recovery after a kill', seconds(Math.max(...recoveries)));
    const refusals = load.answers.filter(({ status }) => status === 503).map(({ ms }) => ms);
    figure('longest refusal of a payment', seconds(Math.max(0, ...refusals)));
    figure('longest answer to a payment', seconds(load.longest));
    await until(async () => expect(await undelivered()).to.deep.equal([]), { timeout: DELIVERED_MS, pause: 500 });
    const { stdout } = await ledgerCheck();
    const { wrong } = JSON.parse(stdout) as { wrong: string | null };
    expect(wrong, 'conservation of coins').to.equal(null);
    const [{ twice } = { twice: -1 }] = await database.query<{ twice: number }>(
      `select count(*)::int as twice from (
         select order_sn from trades where status = 'paid' group by order_sn having count(*) > 1
       ) as more`,
    );
    expect(twice, 'paid twice').to.equal(0);
    figure('conservation error', 0);
  });

  function orderOf({ ask }: Answered): string {
    return (JSON.parse(ask.init?.body as string) as { orderSn: string }).orderSn;
  }

  /** Returns the numbers of the paid orders. */
  async function states(): Promise<Set<string>> {
    const rows = await database.query<{ sn: string }>(
      "select sn from orders where status in ('paid', 'success', 'finished')",
    );
    return new Set(rows.map(({ sn }) => sn));
  }

  /** Returns up to five paid orders whose goods were not delivered. */
  function undelivered() {
    return database.query("select sn from orders where status in ('paid', 'fail') limit 5");
  }

  function ledgerCheck() {
    const env = { ...process.env, NODE_ENV: 'test', DATABASE_URL: database.url };
    return run(process.execPath, [program, 'ledger:check', '--full', '--json'], { cwd: projectRoot, env });
  }
});

/** Fills the database with unpaid orders. @returns a function that creates the payment of the next order */
async function prepared(url: string): Promise<() => Ask> {
  const kernel = await createKernel({
    root: projectRoot,
    env: { NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'silent', DATABASE_URL: url },
    config: { demo: true, modules: { jobs: { enabled: false }, database: { statementTimeoutMs: 120_000 } } },
  });
  await kernel.listen();
  const orders = new PaymentOrders(kernel.services);
  await orders.prepare();
  await kernel.stop();
  return () => ({ path: '/api/trades', init: { method: 'POST', ...orders.byTrade() } });
}
