#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, CommanderError } from 'commander';
import type { CommandContext } from './context.ts';
import { addCheck } from './commands/check.ts';
import { addBackup } from './commands/backup.ts';
import { addBisect } from './commands/bisect.ts';
import { addClient } from './commands/client.ts';
import { addConfigShow } from './commands/config_show.ts';
import { addDemo } from './commands/demo.ts';
import { addDev } from './commands/dev.ts';
import { addDoctor } from './commands/doctor.ts';
import { addEvents } from './commands/events.ts';
import { addLeaks } from './commands/leaks.ts';
import { addLedgerCheck } from './commands/ledger_check.ts';
import { addMigrate } from './commands/migrate.ts';
import { addNew } from './commands/new.ts';
import { addOpenApi } from './commands/openapi.ts';
import { addOrdersCloseExpired } from './commands/orders_close_expired.ts';
import { addOutbox } from './commands/outbox.ts';
import { addPlan } from './commands/plan.ts';
import { addPlugin } from './commands/plugin.ts';
import { addRestore } from './commands/restore.ts';
import { addRoutes } from './commands/routes.ts';
import { addSeed } from './commands/seed.ts';
import { addStart } from './commands/start.ts';
import { addTest } from './commands/test.ts';
import { addToken } from './commands/token.ts';
import { addTop } from './commands/top.ts';

// The installation stands two folders above the sources and three above the compiled files.
function rootOf(folder: URL): string {
  return existsSync(new URL('package.json', folder)) ? fileURLToPath(folder) : rootOf(new URL('../', folder));
}

const here = rootOf(new URL('./', import.meta.url)).replace(/[\\/]$/, '');
// Set before the commands are added, which inherit it: a command line that is wrong ends with 2, a problem with 1.
const program = new Command('lectern')
  .description('Hosts REST resources from core, plugins and custom folders.')
  .option('--root <folder>', 'the installation, where it is not the one this command belongs to')
  .addHelpText('after', '\nExit codes: 0 all is well, 1 a problem, 2 a command line that is wrong.')
  .exitOverride();
const context: CommandContext = {
  program,
  root: () => resolve(program.opts<{ root?: string }>().root ?? here),
};

for (const add of [
  addStart,
  addDev,
  addRoutes,
  addClient,
  addConfigShow,
  addDemo,
  addCheck,
  addSeed,
  addToken,
  addTop,
  addNew,
  addTest,
  addOpenApi,
  addOutbox,
  addPlan,
  addEvents,
  addLedgerCheck,
  addOrdersCloseExpired,
  addBisect,
  addLeaks,
  addPlugin,
  addDoctor,
  addMigrate,
  addBackup,
  addRestore,
])
  add(context);

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
}

function exitCodeOf(error: unknown): number {
  // Commander has printed its own already, help among them.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  console.error(error instanceof Error ? error.message : error);
  return 1;
}
