import { ratioOf, type Effort, type Figures } from './measure.ts';
import { circumstances, table, writePage } from './page.ts';

/** What came of one way to pay, with so many payments under way at once: the figures of the bare server, and Lectern's. */
export interface Paid {
  readonly way: string;
  readonly statements: string;
  readonly connections: number;
  readonly figures: readonly [Figures, Figures];
}

/** How it was measured. */
interface Terms extends Effort {
  /** Of the bare server's payments a second. */
  readonly aim: number;
  /** Name and version of the server that it was measured on. */
  readonly database: string;
}

/** Payments a second, against those of the bare server. */
export function rateOf([bare, ours]: Paid['figures']): number {
  return ours.rate / bare.rate;
}

/** Writes `docs/benchmarks_payments.md` anew. */
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

Written by \`npm run bench -- payments\`, which ends with an error where what was paid is not delivered in the end, or the
ledger is not sound.

${circumstances(database)} Medians of ${rounds} rounds of
${seconds} s, after ${warmUpSeconds} seconds of payments to warm up. Each payment is of another order.

A bare \`node:http\` server with pg sends the same statements, and does all of a payment and its delivery in one transaction on one
connection. Lectern, as shipped, answers when it is paid, and delivers what was bought from a queue in the database, so that
neither a crash nor another process loses it: two transactions, and a statement that takes the delivery. It has no peer of
another framework here, since none of them brings a payment. Aim: ${aim} of the bare server's payments a second.

${table(['way', 'at once', ...costs, ...rates], rows)}

What is sent for one payment, transactions in parentheses:

${listed.join('\n')}
`;
}
