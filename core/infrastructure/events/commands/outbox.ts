import { InvalidArgumentError } from 'commander';
import { type CommandContext, type CommandIo, table } from '../../../cli/index.ts';
import type { Backlog, OpenDelivery, Outbox } from '../services/outbox.ts';

interface Options {
  readonly dead?: boolean;
  readonly json?: boolean;
  readonly limit: number;
  readonly retry?: string;
  readonly forget?: string;
}

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 100_000;

export default function addOutbox({ program, io, withServices }: CommandContext): void {
  program
    .command('outbox')
    .description('Show pending deliveries of events and those that were given up (exit code 1); retry the latter.')
    .option('--dead', 'show only deliveries that were given up')
    .option('--limit <number>', 'largest number of deliveries to show', limitOf, DEFAULT_LIMIT)
    .option('--json', 'print JSON')
    .option('--retry <delivery>', 'retry a delivery that was given up: its id, or all', deliveryOf)
    .option(
      '--forget <subscriber>',
      'delete a removed subscriber, with its pending deliveries and those that were given up',
    )
    .action(async (options: Options) => {
      await withServices(async (services) => {
        await run({ io, outbox: services.outbox }, options);
      });
    });
}

interface Shown {
  readonly io: CommandIo;
  readonly outbox: Outbox;
}

function run(shown: Shown, options: Options): Promise<void> {
  const { retry, forget } = options;
  if (retry !== undefined) return retried(shown, retry);
  return forget === undefined ? listed(shown, options) : forgotten(shown, forget);
}

async function retried({ io, outbox }: Shown, id: string): Promise<void> {
  const count = await outbox.retry(id === 'all' ? undefined : id);
  if (count === 0 && id !== 'all')
    throw new Error(`There is no delivery ${id} that was given up. List these deliveries with: lectern outbox --dead`);
  io.log(`Retried deliveries: ${count}.`);
}

async function forgotten({ io, outbox }: Shown, subscriber: string): Promise<void> {
  const count = await outbox.forget(subscriber);
  if (count === undefined)
    throw new Error(`There is no subscriber "${subscriber}". List the subscribers with: lectern outbox`);
  io.log(`Removed ${subscriber}. Deleted deliveries: ${count}.`);
}

async function listed({ io, outbox }: Shown, { dead = false, json, limit }: Options): Promise<void> {
  const subscribers = await outbox.backlogs();
  const deliveries = await outbox.open({ ...(dead && { state: 'dead' as const }), limit });
  io.print(json, { subscribers, deliveries }, () => tablesOf(subscribers, deliveries));
  if (subscribers.some((one) => one.dead > 0)) io.exitCode = 1;
}

function tablesOf(subscribers: readonly Backlog[], deliveries: readonly OpenDelivery[]): string {
  const backlogs = subscribers.length === 0 ? 'There are no subscribers.' : table(subscribers.map(backlogRow));
  return deliveries.length === 0 ? backlogs : `${backlogs}\n\n${table(deliveries.map(deliveryRow))}`;
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
  throw new InvalidArgumentError('The value must be the id of a delivery, or all.');
}

function limitOf(text: string): number {
  const limit = Number(text);
  if (Number.isInteger(limit) && limit > 0 && limit <= MAX_LIMIT) return limit;
  throw new InvalidArgumentError(`The value must be a whole number from 1 to ${MAX_LIMIT}.`);
}
