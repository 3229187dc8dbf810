import { dirname } from 'node:path/posix';
import { Command } from 'commander';
import { reasonOf } from '../kernel/base/thrown.ts';
import { commandFiles, stemOf, type CommandFile } from './command_files.ts';
import type { BootOptions, CommandContext } from './context.ts';
import { CommandIo } from './terminal/io.ts';
import { withStarted } from './with_database.ts';

type Add = (context: CommandContext) => void;

export interface CommandLine {
  readonly program: Command;
  readonly io: CommandIo;
  readonly boot: () => BootOptions;
}

/**
 * Adds only the named command, because loading all commands takes long. Without a name, or with an unknown name, adds all
 * commands, so that the help lists them.
 * @throws Error when the named command cannot be loaded, belongs to a disabled plugin, or is added by several plugins
 */
export async function addCommands(line: CommandLine, name: string | undefined): Promise<void> {
  const files = commandFiles(line.boot());
  const named = files.filter(({ stem }) => name !== undefined && stem === stemOf(name));
  if (named.length === 0) await addAll(line, files);
  else await addCommand(line, await chosen(line, named));
}

/** Adds all commands except those of disabled plugins. A command that cannot be loaded is reported and left out. */
async function addAll(line: CommandLine, files: readonly CommandFile[]): Promise<void> {
  for (const stem of new Set(files.map((file) => file.stem))) {
    try {
      const enabled = await enabledOf(files.filter((file) => file.stem === stem));
      if (enabled.length > 0) await addCommand(line, await chosen(line, enabled));
    } catch (error) {
      line.io.error(reasonOf(error));
    }
  }
}

/** Selects the file of a command; core takes precedence. @throws Error when several plugins add the command */
async function chosen({ io }: CommandLine, named: readonly CommandFile[]): Promise<CommandFile> {
  const [only, ...others] = named.length > 1 ? await enabledOf(named) : named;
  if (only === undefined) return named[0] as CommandFile;
  if (others.length === 0) return only;
  const files = [only, ...others].map(({ file }) => file).join(' and ');
  const problem = `${files} add the same command; rename one of these files with its command, or disable its plugin.`;
  if (!only.isOfCore) throw new Error(problem);
  io.error(`${problem} The command of core is used.`);
  return only;
}

/** Leaves out the files of disabled plugins. */
async function enabledOf(files: readonly CommandFile[]): Promise<CommandFile[]> {
  const disabled = await Promise.all(files.map((file) => file.isDisabled()));
  return files.filter((_file, index) => !disabled[index]);
}

async function addCommand(line: CommandLine, file: CommandFile): Promise<void> {
  const { module } = file;
  if (await file.isDisabled())
    throw new Error(
      `${file.file} belongs to plugin ${module}, which is disabled; enable it with: lectern plugin enable ${module}`,
    );
  try {
    line.program.addCommand((await commandIn(line, file)).helpGroup(`${dirname(dirname(file.file))}:`));
  } catch (error) {
    throw file.isOfCore ? error : faultOf(file, error);
  }
}

function faultOf({ module, file }: CommandFile, cause: unknown): Error {
  const reason = reasonOf(cause).replace(/[.!?]$/, '');
  const problem = reason.startsWith(file) ? reason : `${file}: ${reason}`;
  const fix = module === 'custom' ? 'correct the file' : `correct the file, or run lectern plugin disable ${module}`;
  return new Error(`${problem}; ${fix}.`, { cause });
}

/**
 * Loads the command of a file into a separate program, so that a faulty file adds nothing.
 * @throws MisnamedFile, and any error of the file
 */
async function commandIn({ program, io, boot }: CommandLine, file: CommandFile): Promise<Command> {
  const add = (await file.load()) as Add;
  const own = new Command(program.name()).copyInheritedSettings(program);
  add({ program: own, io, boot, root: () => boot().root, withServices: servicesFor(file, boot) });
  const [command, ...more] = own.commands;
  if (command && more.length === 0 && stemOf(command.name()) === file.stem) return command;
  throw new MisnamedFile(own.commands.map((one) => one.name()));
}

/** Error for a file that adds no command, several commands, or one whose name differs from the file name. */
class MisnamedFile extends Error {
  /** File in which the last added command belongs; undefined if the file adds none. */
  readonly right: string | undefined;

  constructor(commands: readonly string[]) {
    const files = commands.map((name) => `commands/${stemOf(name)}.ts`);
    const added = commands.map((name, index) => `${name}, which belongs in ${files[index]}`).join(' and ') || 'none';
    super(`a file in commands/ must add one command with the name of the file; this file adds ${added}.`);
    this.right = files.at(-1);
  }
}

/**
 * Checks that a file adds one command with the name of the file.
 * @returns the reason why the command cannot be used, and the `right` path such as `commands/vip_member.ts` if the name is
 *   the reason; undefined if the file has no problem
 */
export async function commandProblem(file: CommandFile, boot: BootOptions) {
  try {
    const io = new CommandIo({ out: process.stdout, err: process.stderr, input: process.stdin, env: boot.env });
    await commandIn({ program: new Command(), io, boot: () => boot }, file);
    return undefined;
  } catch (error) {
    return { reason: reasonOf(error), right: error instanceof MisnamedFile ? error.right : undefined };
  }
}

function servicesFor({ module, file, isOfCore }: CommandFile, boot: () => BootOptions): CommandContext['withServices'] {
  return (work) =>
    withStarted(boot(), async (kernel) => {
      const failed = kernel.failedPlugins.find((plugin) => plugin.module === module);
      if (failed) throw new Error(`Plugin ${module} has failed to start: ${failed.reason}`);
      await work(isOfCore ? kernel.services : kernel.servicesOf(module, file));
    });
}
