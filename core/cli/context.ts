import type { Command } from 'commander';
import type { Kernel, KernelOptions } from 'lectern/host';
import type { CommandIo } from './io.ts';

/** Argument of the function in a file in `commands/` of a module. */
export interface CommandContext {
  /** Program of commander; the file adds its command to it. */
  readonly program: Command;
  readonly io: CommandIo;
  /** Folder of the installation. */
  readonly root: () => string;
  /** Folder of the installation with environment and log. */
  readonly boot: () => BootOptions;
  /** Starts all services without listening, passes them to `work`, and stops them afterwards in any case. */
  readonly withServices: (work: (services: Kernel['services']) => Promise<void>) => Promise<void>;
}

/** Folder, environment and log with which a command boots a kernel. */
export type BootOptions = Required<Pick<KernelOptions, 'root' | 'env' | 'logTo'>>;
