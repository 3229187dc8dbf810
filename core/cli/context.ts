import type { Command } from 'commander';
import type { KernelOptions } from 'lectern/host';
import type { CommandIo } from './io.ts';

/** Context that every command receives. */
export interface CommandContext {
  readonly program: Command;
  readonly io: CommandIo;
  /** Folder of the installation; known once the command line has been read. */
  readonly root: () => string;
  /** The same with environment and log. */
  readonly boot: () => BootOptions;
}

/** Folder, environment and log with which a command boots a kernel. */
export type BootOptions = Required<Pick<KernelOptions, 'root' | 'env' | 'logTo'>>;
