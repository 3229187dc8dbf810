import type { Command } from 'commander';

/** What every command needs to know. */
export interface CommandContext {
  readonly program: Command;
  /** Folder of the installation. */
  readonly root: string;
}
