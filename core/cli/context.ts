import type { Command } from 'commander';

/** What every command needs to know. */
export interface CommandContext {
  readonly program: Command;
  /** Folder of the installation; known once the command line has been read. */
  readonly root: () => string;
}
