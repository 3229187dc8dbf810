import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { kernelVersion } from '../kernel/base/package_info.ts';
import { addCommands } from './commands.ts';
import type { CommandIo } from './terminal/io.ts';
import { runProgram } from './program.ts';

// The nearest folder with a package.json: two levels above the sources, three above the compiled files.
function rootOf(folder: URL): string {
  return existsSync(new URL('package.json', folder)) ? fileURLToPath(folder) : rootOf(new URL('../', folder));
}

const here = rootOf(new URL('./', import.meta.url)).replace(/[\\/]$/, '');

/**
 * Runs a command line of `lectern`.
 * @returns the exit code
 */
export function lectern(argv: readonly string[], io: CommandIo): Promise<number> {
  return runProgram(argv, io, async (program) => {
    // `parseOptions` also sets the option `--root`, which `boot` uses.
    const [first, second] = program.parseOptions([...argv]).operands;
    if (first === undefined) addVersion(program, argv);
    const boot = () => ({ root: rootIn(program), env: io.env, logTo: io.err });
    await addCommands({ program, io, boot }, first === 'help' ? second : first);
  });
}

/** Adds `--version` to a command line without a command, because commands may have an option of the same name. */
function addVersion(program: Command, argv: readonly string[]): void {
  program.version(kernelVersion, '-V, --version', 'print the version');
  // Handles `--version` before all commands are loaded.
  program.parseOptions([...argv]);
}

function rootIn(program: Command): string {
  return resolve(program.opts<{ root?: string }>().root ?? hostAt(process.cwd()) ?? here);
}

/** The nearest folder, from `folder` upwards, whose package.json depends on Lectern; undefined within Lectern itself. */
function hostAt(folder: string): string | undefined {
  const { name, dependencies = {} } = packageIn(folder);
  if (Object.hasOwn(dependencies, 'lectern')) return folder;
  const above = dirname(folder);
  return name === 'lectern' || above === folder ? undefined : hostAt(above);
}

function packageIn(folder: string): { readonly name?: string; readonly dependencies?: object } {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as object;
  } catch {
    return {};
  }
}
