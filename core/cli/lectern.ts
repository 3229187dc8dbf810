import { resolve } from 'node:path';
import type { Command } from 'commander';
import { kernelVersion, packageFolder } from '../kernel/base/package_info.ts';
import { addCommands } from './commands.ts';
import { placeIn, type InstallationPlace } from './installation/plugin_repository.ts';
import type { CommandIo } from './terminal/io.ts';
import { runProgram } from './program.ts';

/**
 * Runs a command line of `lectern`.
 * @returns the exit code
 */
export function lectern(argv: readonly string[], io: CommandIo): Promise<number> {
  return runProgram(argv, io, async (program) => {
    // `parseOptions` also sets the option `--root`, which `boot` uses.
    const [first, second] = program.parseOptions([...argv]).operands;
    if (first === undefined) addVersion(program, argv);
    const boot = () => ({ ...placeOf(program), env: io.env, logTo: io.err });
    await addCommands({ program, io, boot }, first === 'help' ? second : first);
  });
}

/** Adds `--version` to a command line without a command, because commands may have an option of the same name. */
function addVersion(program: Command, argv: readonly string[]): void {
  program.version(kernelVersion, '-V, --version', 'print the version');
  // Handles `--version` before all commands are loaded.
  program.parseOptions([...argv]);
}

function placeOf(program: Command): InstallationPlace {
  const { root } = program.opts<{ root?: string }>();
  return root === undefined ? placeIn(process.cwd(), packageFolder) : { root: resolve(root) };
}
