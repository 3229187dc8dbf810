import type { Knex } from 'knex';

const paid = `where status = 'paid'`;

/** Indexes for the conditions of lists together with their order; each replaces one that served a condition alone. */
const indexes = {
  trades_of_status: `trades (status, type, id)`,
  trades_of_gateway: `trades (gateway, status, type, id)`,
  trades_paid_by_type: `trades (type, paid_at, id) include (gateway, coins, cash) ${paid}`,
  trades_paid_by_gateway: `trades (gateway, type, paid_at, id) ${paid}`,
  refunds_ended: 'refunds (status, ended_at, id)',
  payment_notices_newest: 'payment_notices (received_at, id)',
  payment_notices_of_outcome: 'payment_notices (outcome, received_at, id)',
};

const replaced = {
  trades_by_status: 'trades (status, id)',
  trades_by_gateway: 'trades (gateway, id)',
  trades_paid_at: `trades (paid_at) include (gateway, coins, cash) ${paid}`,
  refunds_running: `refunds (id) where status = 'running'`,
  refunds_ended_at: 'refunds (ended_at)',
  payment_notices_received_at: 'payment_notices (received_at)',
  payment_notices_outcome: 'payment_notices (outcome, id)',
};

export async function up(knex: Knex): Promise<void> {
  await create(knex, indexes);
  await drop(knex, replaced);
}

export async function down(knex: Knex): Promise<void> {
  await create(knex, replaced);
  await drop(knex, indexes);
}

async function create(knex: Knex, all: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, definition] of Object.entries(all))
    await knex.raw(`create index if not exists ${name} on ${definition}`);
}

async function drop(knex: Knex, all: Readonly<Record<string, string>>): Promise<void> {
  for (const name of Object.keys(all)) await knex.raw(`drop index ${name}`);
}
