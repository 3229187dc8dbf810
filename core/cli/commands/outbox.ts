import { InvalidArgumentError } from 'commander';
import type { CommandContext } from '../context.ts';
import type { Backlog, OpenDelivery, Outbox } from '../../events/index.ts';
import { withStarted } from '../quiet_kernel.ts';
import { table } from '../table.ts';

interface Options {
  readonly dead?: boolean;
  readonly json?: boolean;
  readonly limit: number;
  readonly retry?: string;
  readonly forget?: string;
}

const DEFAULT_LIMIT = 100;
const LARGEST_LIMIT = 100_000;

/** `lectern outbox`: events on their way to subscribers, and those that were given up. */
export function addOutbox({ program, root }: CommandContext): void {
  program
    .command('outbox')
    .description('Show events that wait for a subscriber or were given up (exit code 1), and try those again.')
    .option('--dead', 'show only what was given up')
    .option('--limit <number>', 'how many deliveries to show', limitOf, DEFAULT_LIMIT)
    .option('--json', 'print JSON')
    .option('--retry <delivery>', 'id of a delivery that was given up, or all: begin anew', deliveryOf)
    .option('--forget <subscriber>', 'drop a subscriber that will not come back, and all that waits for it')
    .action(async (options: Options) => {
      await withStarted(root(), async ({ services }) => {
        process.exitCode = await run(services.outbox, options);
      });
    });
}

/** @returns exit code */
function run(outbox: Outbox, options: Options): Promise<number> {
  const { retry, forget } = options;
  if (retry !== undefined) return retried(outbox, retry);
  return forget === undefined ? shown(outbox, options) : forgotten(outbox, forget);
}

async function retried(outbox: Outbox, id: string): Promise<number> {
  const count = await outbox.retry(id === 'all' ? undefined : id);
  if (count === 0 && id !== 'all') {
    console.error(`There is no delivery ${id} that was given up; lectern outbox --dead shows those there are.`);
    return 1;
  }
  console.log(`${count} deliveries begin anew.`);
  return 0;
}

async function forgotten(outbox: Outbox, subscriber: string): Promise<number> {
  const count = await outbox.forget(subscriber);
  if (count === undefined) {
    console.error(`There is no subscriber "${subscriber}"; lectern outbox shows those there are.`);
    return 1;
  }
  console.log(`${subscriber} is forgotten, and ${count} deliveries with it.`);
  return 0;
}

async function shown(outbox: Outbox, { dead = false, json = false, limit }: Options): Promise<number> {
  const subscribers = await outbox.backlogs();
  const deliveries = await outbox.open({ ...(dead && { state: 'dead' as const }), limit });
  if (json) console.log(JSON.stringify({ subscribers, deliveries }, null, 2));
  else printTables(subscribers, deliveries);
  return subscribers.some((one) => one.dead > 0) ? 1 : 0;
}

function printTables(subscribers: readonly Backlog[], deliveries: readonly OpenDelivery[]): void {
  if (subscribers.length === 0) console.log('There are no subscribers.');
  else console.log(table(subscribers.map(backlogRow)));
  if (deliveries.length > 0) console.log(`\n${table(deliveries.map(deliveryRow))}`);
}

function backlogRow({ subscriber, pending, dead, seenAt }: Backlog): Record<string, string> {
  return {
    subscriber,
    pending: String(pending),
    dead: String(dead),
    'last start': seenAt?.toISOString() ?? 'forgotten',
  };
}

function deliveryRow({
  id,
  event,
  subscriber,
  state,
  attempts,
  dueAt,
  lastError,
}: OpenDelivery): Record<string, string> {
  // Line ends would break the table.
  const error = (lastError ?? '').replace(/\s+/g, ' ');
  return { id, event, subscriber, state, tries: String(attempts), due: dueAt.toISOString(), 'last error': error };
}

function deliveryOf(text: string): string {
  if (text === 'all' || /^[1-9]\d{0,17}$/.test(text)) return text;
  throw new InvalidArgumentError('It is the id of a delivery, or all.');
}

function limitOf(text: string): number {
  const limit = Number(text);
  if (Number.isInteger(limit) && limit > 0 && limit <= LARGEST_LIMIT) return limit;
  throw new InvalidArgumentError(`It is a whole number from 1 to ${LARGEST_LIMIT}.`);
}
