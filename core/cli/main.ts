#!/usr/bin/env node
import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, CommanderError } from 'commander';
import { addCommands } from './commands.ts';
import type { CommandContext } from './context.ts';

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

// Before all else is loaded; of several processes none has an embedded database.
if (process.argv[2] === 'start' && cluster.isPrimary && !process.env['DATABASE_URL']) {
  const { beginThread } = await import('../database/ahead/thread.ts');
  beginThread();
}
await addCommands(context);

// Who reads may have seen enough, as in `lectern routes | head`; what the command does is brought to its end all the same.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

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
