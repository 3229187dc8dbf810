import { createKernel, type Kernel } from 'lectern';
import { sentBy } from '../core/courses/support.ts';
import { until } from '../core/orders/shop.ts';
import type { Place } from '../support/place.ts';
import { lecternOn } from './frameworks.ts';
import { measure, print, ratioOf, type Effort, type Figures } from './measure.ts';
import { circumstances, table, writePage } from './page.ts';
import { PaymentOrders, type Payment } from './payment_orders.ts';
import { paymentStatements } from './payment_statements.ts';
import { placeOnServer, serverVersion } from './place_on_server.ts';

const AIM = 0.7;
// A payment is slow, and there is much to it: after fewer than some thousands most of it is not compiled.
const WARM_UP_SECONDS = 20;
// A lease, and some seconds.
const DELIVERED_MS = 45_000;

/** A way to pay with coins. */
interface Way {
  readonly name: string;
  readonly path: string;
  /** Payments under way at once. A password takes so long to check that more of them only wait. */
  readonly atOnce: readonly number[];
  readonly next: (orders: PaymentOrders) => () => Payment;
}

const ways: readonly Way[] = [
  {
    name: 'POST /pay_center, coins authorised before',
    path: '/api/pay_center',
    atOnce: [8, 64],
    next: (orders) => orders.byPayCenter,
  },
  {
    name: 'POST /trades, with the payment password',
    path: '/api/trades',
    atOnce: [8],
    next: (orders) => orders.byTrade,
  },
];

/** What came of one way to pay, with so many payments under way at once: the figures of the bare server, and Lectern's. */
interface Paid {
  readonly way: string;
  readonly statements: string;
  readonly connections: number;
  readonly figures: readonly [Figures, Figures];
}

/**
 * Payments with coins, each of another order, with what is delivered for them, against the same statements hand-written
 * with pg: all of one payment and its delivery in one transaction on one connection. Writes `docs/benchmarks_payments.md`.
 */
export async function benchPayments(effort: Effort): Promise<void> {
  const place = await placeOnServer('Payments');
  if (!place) return;
  try {
    const all = await measureWays(place, effort);
    await writePage('benchmarks_payments.md', textOf(all, await serverVersion(), effort));
    console.log('docs/benchmarks_payments.md is written.');
  } finally {
    await place.clear();
  }
}

async function measureWays(place: Place, effort: Effort): Promise<readonly Paid[]> {
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

/** A kernel that prepares and looks; it delivers nothing of what the measured servers are to deliver. */
async function startOffice({ env }: Place): Promise<Kernel> {
  const modules = { jobs: { enabled: false }, database: { statementTimeoutMs: 120_000 } };
  const kernel = await createKernel({
    root: process.cwd(),
    env: { ...env, NODE_ENV: 'test', LOG_LEVEL: 'error' },
    config: { demo: true, http: { port: 0 }, modules: { ...modules, events: { pollSeconds: 3_600 } } },
  });
  await kernel.listen();
  return kernel;
}

/** What one payment and its delivery ask the database, after another one has filled all caches. */
async function statementsOf({ path, next }: Way, kernel: Kernel, orders: PaymentOrders) {
  const pay = async () => {
    const answer = await fetch(`${kernel.url}${path}`, { method: 'POST', ...next(orders)() });
    if (answer.status !== 200) throw new Error(await answer.text());
  };
  await pay();
  return paymentStatements(await sentBy(pay));
}

/** Whatever was counted has really been paid, and is delivered in the end, when no server is left that has taken it. */
async function expectPaid(kernel: Kernel, orders: PaymentOrders): Promise<void> {
  const { database, eventCourier, ledger } = kernel.services;
  const count = async (where: string) => {
    const { rows } = await database.raw<{ n: string }>(`select count(*) as n from orders where ${where}`);
    return Number(rows[0]?.n);
  };
  const isDelivered = async () => {
    eventCourier.wake();
    return (await count(`status = 'paid'`)) === 0;
  };
  await until(isDelivered, DELIVERED_MS);
  const { wrong } = await ledger.audit();
  if (wrong !== null) throw new Error(wrong);
  console.log(
    `${await count(`status = 'success'`)} of ${orders.given} orders paid and delivered, and the ledger is sound.\n`,
  );
}

/** Payments a second, against those of the bare server. */
function rateOf([bare, ours]: Paid['figures']): number {
  return ours.rate / bare.rate;
}

function textOf(all: readonly Paid[], database: string, { rounds, seconds }: Effort): string {
  const rows = all.map(({ way, connections, figures }) => {
    const [bare, ours] = figures;
    const cpu = [bare.cpu.toFixed(0), ours.cpu.toFixed(0), ratioOf(bare, ours).toFixed(2)];
    const paid = [String(Math.round(bare.rate)), String(Math.round(ours.rate)), rateOf(figures).toFixed(2)];
    return [way, String(connections), ...cpu, ...paid];
  });
  const costs = ['bare, CPU us', 'Lectern, CPU us', 'CPU of bare / Lectern'];
  const rates = ['bare, a second', 'Lectern, a second', 'Lectern / bare'];
  const ways = new Map(all.map(({ way, statements }) => [way, statements]));
  const listed = [...ways].map(([way, statements]) => `- ${way}: \`${statements}\``);
  return `# Payments with coins

Written by \`npm run bench -- payments\`, which ends with an error where what was paid is not delivered in the end, or the
ledger is not sound.

${circumstances(database)} Medians of ${rounds} rounds of
${seconds} s, after ${WARM_UP_SECONDS} seconds of payments to warm up. Each payment is of another order.

A bare \`node:http\` server with pg sends the same statements, and does all of a payment and its delivery in one transaction on one
connection. Lectern, as shipped, answers when it is paid, and delivers what was bought from a queue in the database, so that
neither a crash nor another process loses it: two transactions, and a statement that takes the delivery. It has no peer of
another framework here, since none of them brings a payment.

${table(['way', 'at once', ...costs, ...rates], rows)}

What is sent for one payment, transactions in parentheses:

${listed.join('\n')}
`;
}
