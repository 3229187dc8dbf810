import { createKernel, type Kernel } from 'lectern/host';
import { sentBy } from '../core/platform/courses/support.ts';
import { until } from '../core/platform/orders/shop.ts';
import type { TestDatabase } from '../support/test_database.ts';
import { lecternOn } from './frameworks.ts';
import { measure, print, type Effort, type Figures } from './measure.ts';
import { PaymentOrders, type Payment } from './payment_orders.ts';
import { paymentStatements } from './payment_statements.ts';
import { rateOf, writePayments, type Paid } from './payments_page.ts';
import { placeOnServer, serverVersion } from './place_on_server.ts';

const AIM = 1;
// The engine compiles the code of a payment only after some thousands of payments.
const WARM_UP_SECONDS = 20;
// Time until all deliveries have ended: a lease, and some seconds.
const DELIVERED_MS = 45_000;

/** A route that pays with coins. */
interface Way {
  readonly name: string;
  readonly path: string;
  /** Numbers of concurrent payments. The check of a password is so slow that more payments would only wait. */
  readonly atOnce: readonly number[];
  readonly next: (orders: PaymentOrders) => () => Payment;
}

const ways: readonly Way[] = [
  {
    name: 'POST /pay_center, coins authorised before',
    path: '/api/pay_center',
    atOnce: [1, 8, 64],
    next: (orders) => orders.byPayCenter,
  },
  {
    name: 'POST /trades, with the payment password',
    path: '/api/trades',
    atOnce: [8],
    next: (orders) => orders.byTrade,
  },
];

/**
 * Compares payments with coins and their deliveries with a bare server, which sends the same statements of a payment
 * and its delivery in one transaction on one connection. Writes `docs/benchmarks_payments.md`.
 */
export async function benchPayments(effort: Effort): Promise<void> {
  const place = await placeOnServer('Payments');
  if (!place) return;
  try {
    const all = await measureWays(place, effort);
    if (effort.isRough) return;
    await writePayments(all, { ...effort, aim: AIM, warmUpSeconds: WARM_UP_SECONDS, database: await serverVersion() });
    console.log('docs/benchmarks_payments.md is written.');
  } finally {
    await place.clear();
  }
}

async function measureWays(place: TestDatabase, effort: Effort): Promise<readonly Paid[]> {
  const all: Paid[] = [];
  const kernel = await startOffice(place);
  try {
    const orders = new PaymentOrders(kernel.services);
    await orders.prepare();
    for (const way of ways) {
      const { texts, names } = await statementsOf(way, kernel, orders);
      const statements = names.join(' ').replaceAll('( ', '(').replaceAll(' )', ')');
      const question = { path: way.path, next: way.next(orders) };
      const args = [JSON.stringify(texts)];
      const subjects = [
        { name: 'bare node:http + pg', file: 'bare_payment_server.ts', args, env: place.env, ...question },
        { ...lecternOn(place), ...question },
      ];
      const { atOnce } = way;
      for await (const { connections, figures } of measure(subjects, {
        ...effort,
        atOnce,
        warmUpSeconds: WARM_UP_SECONDS,
      })) {
        const both = figures as [Figures, Figures];
        print(`${way.name}, ${connections} at a time`, both);
        console.log(`Payments a second against the bare server: ${rateOf(both).toFixed(2)} (aim: ${AIM} or more)\n`);
        all.push({ way: way.name, statements, connections, figures: both });
      }
    }
    await expectPaid(kernel, orders);
    return all;
  } finally {
    await kernel.stop();
  }
}

/** Starts a kernel that prepares data and checks results, and leaves the deliveries to the measured servers. */
export async function startOffice({ env }: TestDatabase): Promise<Kernel> {
  const modules = { jobs: { enabled: false }, database: { statementTimeoutMs: 120_000 } };
  const kernel = await createKernel({
    root: process.cwd(),
    env: { ...env, NODE_ENV: 'test', LOG_LEVEL: 'error' },
    config: { demo: true, http: { port: 0 }, modules: { ...modules, events: { pollSeconds: 3_600 } } },
  });
  await kernel.listen();
  return kernel;
}

/** Returns the statements of a payment and its delivery, after another payment has filled all caches. */
async function statementsOf({ path, next }: Way, kernel: Kernel, orders: PaymentOrders) {
  const pay = async () => {
    const answer = await fetch(`${kernel.url}${path}`, { method: 'POST', ...next(orders)() });
    if (answer.status !== 200) throw new Error(await answer.text());
  };
  await pay();
  return paymentStatements(await sentBy(pay));
}

/** Ensures that all counted payments are stored and delivered, after the measured servers have ended. */
async function expectPaid(kernel: Kernel, orders: PaymentOrders): Promise<void> {
  const { database, eventDispatcher, ledger } = kernel.services;
  const count = async (where: string) => {
    const { rows } = await database.raw<{ n: string }>(`select count(*) as n from orders where ${where}`);
    return Number(rows[0]?.n);
  };
  const isDelivered = async () => {
    eventDispatcher.wake();
    return (await count(`status = 'paid'`)) === 0;
  };
  await until(isDelivered, DELIVERED_MS);
  const { wrong } = await ledger.audit();
  if (wrong !== null) throw new Error(wrong);
  console.log(
    `${await count(`status = 'success'`)} of ${orders.given} orders paid and delivered, and the ledger is sound.\n`,
  );
}
