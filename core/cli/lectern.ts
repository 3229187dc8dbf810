import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, CommanderError } from 'commander';
import { addCommands } from './commands.ts';
import type { CommandContext } from './context.ts';
import type { CommandIo } from './io.ts';

// The installation is two folders above the sources and three above the compiled files.
function rootOf(folder: URL): string {
  return existsSync(new URL('package.json', folder)) ? fileURLToPath(folder) : rootOf(new URL('../', folder));
}

const here = rootOf(new URL('./', import.meta.url)).replace(/[\\/]$/, '');

/**
 * Runs a command line of `lectern`.
 * @returns the exit code
 */
export async function lectern(argv: readonly string[], io: CommandIo): Promise<number> {
  try {
    const program = programOf(io);
    await addCommands(contextOf(program, io), argv);
    await program.parseAsync(argv, { from: 'user' });
  } catch (error) {
    io.exitCode = exitCodeOf(error, io);
  }
  return io.exitCode;
}

/** Options and output are set before commands are added, because commands inherit them. */
function programOf({ out, err }: CommandIo): Command {
  return new Command('lectern')
    .description('Hosts REST resources from core, plugins and custom folders.')
    .option('--root <folder>', 'folder of the installation; default: the one of this command')
    .addHelpText('after', '\nExit codes: 0 all is well, 1 a problem, 2 a wrong command line.')
    .configureOutput({ writeOut: (text) => out.write(text), writeErr: (text) => err.write(text) })
    .exitOverride();
}

function contextOf(program: Command, io: CommandIo): CommandContext {
  const root = () => resolve(program.opts<{ root?: string }>().root ?? here);
  return { program, io, root, boot: () => ({ root: root(), env: io.env, logTo: io.err }) };
}

function exitCodeOf(error: unknown, io: CommandIo): number {
  // Commander has printed its own errors already, help included.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  io.error(error instanceof Error ? error.message : String(error));
  return 1;
}
