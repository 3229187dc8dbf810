#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { existsSync } from 'node:fs';
import { Command } from 'commander';
import type { CommandContext } from './context.ts';
import { addDemo } from './commands/demo.ts';
import { addDev } from './commands/dev.ts';
import { addLedgerCheck } from './commands/ledger_check.ts';
import { addOpenApi } from './commands/openapi.ts';
import { addOrdersCloseExpired } from './commands/orders_close_expired.ts';
import { addOutbox } from './commands/outbox.ts';
import { addRoutes } from './commands/routes.ts';
import { addSeed } from './commands/seed.ts';
import { addStart } from './commands/start.ts';
import { addToken } from './commands/token.ts';

// The installation stands two folders above the sources and three above the compiled files.
function rootOf(folder: URL): string {
  return existsSync(new URL('package.json', folder)) ? fileURLToPath(folder) : rootOf(new URL('../', folder));
}

const program = new Command('lectern').description('Hosts REST resources from core, plugins and custom folders.');
const context: CommandContext = { program, root: rootOf(new URL('./', import.meta.url)).replace(/[\\/]$/, '') };

for (const add of [
  addStart,
  addDev,
  addRoutes,
  addDemo,
  addSeed,
  addToken,
  addOpenApi,
  addOutbox,
  addLedgerCheck,
  addOrdersCloseExpired,
])
  add(context);

try {
  await program.parseAsync();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
