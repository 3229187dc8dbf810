import type { Command } from 'commander';
import type { Kernel, KernelOptions } from '../hosting/internals.ts';
import type { CommandIo } from './terminal/io.ts';

/** Argument of the default export of a file in `commands/`. That function adds one command to `program`. */
export interface CommandContext {
  /** Commander program to which the file adds its command. */
  readonly program: Command;
  readonly io: CommandIo;
  /** Folder of the installation. */
  readonly root: () => string;
  /** Options for creating a kernel: folder of the installation, environment and log. */
  readonly boot: () => BootOptions;
  /**
   * Starts all services without listening, passes the services to `work`, and stops them even if `work` fails.
   * @throws Error when the plugin of the command has failed to start, or the embedded database does not exist
   */
  readonly withServices: (work: (services: Kernel['services']) => Promise<void>) => Promise<void>;
}

/** Options with which a command creates a kernel: installation, plugins from elsewhere, environment and log. */
export interface BootOptions extends Required<Pick<KernelOptions, 'root' | 'env' | 'logTo'>> {
  /** Folders of plugins outside of the installation. */
  readonly modules?: readonly string[];
}
