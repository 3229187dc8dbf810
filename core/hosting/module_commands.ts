import { dirname, join, parse, relative } from 'node:path';
import { codeBelow } from './files/module_files.ts';
import { findFolders, type ModuleFolder } from '../kernel/modules/layers.ts';
import type { Config } from '../kernel/base/config_schema.ts';
import { configOf } from './config/config_of.ts';

/** A file in `commands/` of a module, which adds a command to the command line. */
export interface ModuleCommand {
  readonly module: string;
  /** File name without its extension: the name of the command, with `_` for other characters (`vip_member` for `vip:member`). */
  readonly stem: string;
  /** Path relative to the root of the installation. */
  readonly file: string;
  /** Whether `plugins.disabled` names the module. @throws Error when the configuration is invalid */
  isDisabled(): Promise<boolean>;
  /** Imports the file and returns its default export. @throws ModuleFault; Error when configuration or file is invalid */
  load(): Promise<unknown>;
}

interface Installation {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  /** Folders of further plugins. */
  readonly modules?: readonly string[];
}

interface ConfiguredInstallation extends Installation {
  /** Loads the configuration at the first call. */
  readonly config: () => Promise<Config>;
}

/** Finds the commands of plugins and of custom by the names of their files. Imports no file, and what reads them later. */
export function moduleCommands(installation: Installation): ModuleCommand[] {
  const { folders } = findFolders(installation);
  const modules = folders.filter(({ layer }) => layer !== 'core');
  let config: Promise<Config> | undefined;
  const configured = { ...installation, config: () => (config ??= configOf(installation)) };
  return modules.flatMap((module) => filesOf(module).map((file) => commandOf(configured, module, file)));
}

/** Files in `commands/`, one for each name; [] if the folder is missing or unreadable, which the start reports. */
function filesOf({ folder }: ModuleFolder): string[] {
  const commands = join(folder, 'commands');
  try {
    const files = codeBelow(commands).filter((file) => dirname(file) === commands);
    return [...new Map(files.map((file) => [parse(file).name, file])).values()];
  } catch {
    return [];
  }
}

function commandOf({ root, config }: ConfiguredInstallation, module: ModuleFolder, file: string): ModuleCommand {
  const stem = parse(file).name;
  return {
    module: module.name,
    stem,
    file: relative(root, file).replaceAll('\\', '/'),
    isDisabled: async () => (await config()).plugins.disabled.includes(module.name),
    load: async () => {
      const settings = await config();
      const [{ loadCommand }, { isolation }, { createFileLoader }] = await Promise.all([
        import('../kernel/modules/load_module.ts'),
        import('./isolation/process/module_isolation.ts'),
        import('./loader/import_file.ts'),
      ]);
      const loader = createFileLoader({ root, config: settings });
      return loadCommand({ ...module, stem }, { root, config: settings, isolation, loader });
    },
  };
}
