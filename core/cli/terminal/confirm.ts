import { createInterface } from 'node:readline/promises';
import type { CommandIo } from './io.ts';

/** A question before an irreversible action. */
export interface Question {
  /** Description of the action. */
  readonly text: string;
  /** Word that the user has to type. */
  readonly word: string;
  /** Set when the user has confirmed beforehand, with `--yes`. */
  readonly yes: boolean | undefined;
}

/**
 * Asks for confirmation of an irreversible action, unless `--yes` is set. Returns false and sets the exit code 1 when the
 * user declines, and 2 when there is no terminal.
 */
export async function confirm(io: CommandIo, { text, word, yes }: Question): Promise<boolean> {
  if (yes === true) return true;
  if (io.input.isTTY !== true) {
    io.error(`${text}\nThere is no terminal for a confirmation. Confirm with --yes.`);
    io.exitCode = 2;
    return false;
  }
  const terminal = createInterface({ input: io.input, output: io.err });
  try {
    const typed = await terminal.question(`${text}\nType ${word} to go on: `);
    if (typed.trim() === word) return true;
    io.error('Nothing was done.');
    io.exitCode = 1;
    return false;
  } finally {
    terminal.close();
  }
}
