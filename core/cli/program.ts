import { Command, CommanderError } from 'commander';
import type { Failure } from 'lectern';
import type { CommandIo } from './terminal/io.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs `work`. SIGINT, SIGTERM and SIGHUP abort the passed signal, so that `work` can clean up. */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const abort = () => {
    controller.abort(new Error('The command was interrupted and leaves nothing behind.'));
  };
  for (const name of signals) process.once(name, abort);
  try {
    return await work(controller.signal);
  } finally {
    for (const name of signals) process.off(name, abort);
  }
}

type AddCommands = (program: Command) => Promise<void> | void;

/** Runs a command line. An error is printed on standard error and sets the exit code. @returns the exit code */
export async function runProgram(argv: readonly string[], io: CommandIo, add: AddCommands): Promise<number> {
  try {
    const program = programOf(io);
    await add(program);
    await program.parseAsync(argv, { from: 'user' });
  } catch (error) {
    io.exitCode = exitCodeOf(error, io);
  }
  return io.exitCode;
}

/** Program without commands. Commands that are added later inherit its output settings. */
function programOf({ out, err }: CommandIo): Command {
  return new Command('lectern')
    .description('Hosts REST resources from core, plugins and custom folders.')
    .option(
      '--root <folder>',
      'folder of the installation; default: the current host, or the installation of this command',
    )
    .addHelpText('after', '\nExit codes: 0 all is well, 1 a problem, 2 a wrong command line.')
    .configureOutput({ writeOut: (text) => out.write(text), writeErr: (text) => err.write(text) })
    .exitOverride();
}

function exitCodeOf(error: unknown, io: CommandIo): number {
  // Commander has already printed its errors and the help.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  io.error(error instanceof Error ? textOf(error) : String(error));
  return 1;
}

/** Message of an error; below it, the problems of fields that the message does not name. */
function textOf({ message, details = [] }: Error & Partial<Pick<Failure, 'details'>>): string {
  const unnamed = details.filter((problem) => !message.includes(problem.message));
  return [message, ...unnamed.map((problem) => `  ${problem.field} ${problem.message}`)].join('\n');
}
