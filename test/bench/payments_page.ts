import { ratioOf, type Effort, type Figures } from './measure.ts';
import { circumstances, table, writePage } from './page.ts';

/** Result for a payment method and a number of concurrent payments: figures of the bare server and of Lectern. */
export interface Paid {
  readonly way: string;
  readonly statements: string;
  readonly connections: number;
  readonly figures: readonly [Figures, Figures];
}

/** Conditions of the measurement. */
interface Terms extends Effort {
  /** Required payments per second, relative to the bare server. */
  readonly aim: number;
  /** Name and version of the database server. */
  readonly database: string;
}

/** Returns the payments per second of Lectern, relative to the bare server. */
export function rateOf([bare, ours]: Paid['figures']): number {
  return ours.rate / bare.rate;
}

/** Writes `docs/benchmarks_payments.md`. */
export async function writePayments(all: readonly Paid[], terms: Terms): Promise<void> {
  await writePage('benchmarks_payments.md', textOf(all, terms));
}

function textOf(all: readonly Paid[], { rounds, seconds, warmUpSeconds, aim, database }: Terms): string {
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

Written by \`npm run bench -- payments\`, which fails when a paid order is not delivered, or the ledger is inconsistent.

${circumstances(database)} Medians of ${rounds} rounds of
${seconds} s, after ${warmUpSeconds} seconds of payments to warm up. Each payment pays another order.

A bare \`node:http\` server with pg sends the same statements, all statements of a payment and its delivery in one transaction
on one connection. Lectern, as shipped, answers after the payment, and delivers the goods from a queue in the database, so
that a crash loses no delivery: two transactions, and a statement that claims the delivery. Other frameworks are not
compared, because they contain no payments. Aim: ${aim} of the bare server's payments a second.

${table(['way', 'at once', ...costs, ...rates], rows)}

Statements of one payment, transactions in parentheses:

${listed.join('\n')}
`;
}
