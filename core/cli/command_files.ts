import { existsSync, readdirSync } from 'node:fs';
import { moduleCommands, type ModuleCommand } from '../hosting/module_commands.ts';
import type { BootOptions } from './context.ts';

/** A file in the folder `commands/` of a module. Its default export adds one command. */
export interface CommandFile extends ModuleCommand {
  readonly isOfCore: boolean;
}

// Folder of core in the running program, sources or compiled files. The option --root does not change this folder.
const core = new URL('../', import.meta.url);
const code = /^(\w+)\.(?:ts|js)$/;

/** Finds the commands of all modules by the names of their files, those of core first. Loads no file. */
export function commandFiles(boot: BootOptions): CommandFile[] {
  const folders = foldersIn('').flatMap((name) => [name, ...foldersIn(name)]);
  const ofCore = folders.flatMap(filesOfCore);
  return [...ofCore, ...moduleCommands(boot).map((command) => ({ ...command, isOfCore: false }))];
}

/** Paths of the folders in a folder of core. */
function foldersIn(path: string): string[] {
  const entries = readdirSync(new URL(path, core), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => (path ? `${path}/${name}` : name));
}

function filesOfCore(place: string): CommandFile[] {
  const folder = new URL(`${place}/commands/`, core);
  const module = place.slice(place.lastIndexOf('/') + 1);
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    const [, stem] = code.exec(name) ?? [];
    if (stem === undefined) return [];
    const load = async () => ((await import(new URL(name, folder).href)) as { default: unknown }).default;
    return [
      {
        module,
        stem,
        file: `core/${place}/commands/${stem}.ts`,
        isOfCore: true,
        isDisabled: () => Promise.resolve(false),
        load,
      },
    ];
  });
}

/** File name of a command without its extension: characters other than letters and digits become underscores. */
export function stemOf(command: string): string {
  return command.replace(/[^a-z0-9]+/gi, '_');
}
