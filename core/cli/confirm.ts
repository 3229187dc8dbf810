import { createInterface } from 'node:readline/promises';
import type { CommandIo } from './io.ts';

/** What is about to happen, and which word says that it is meant. */
export interface Question {
  /** What will be done, for people. */
  readonly text: string;
  /** What has to be typed. */
  readonly word: string;
  /** The caller has said yes beforehand. */
  readonly yes: boolean | undefined;
}

/**
 * Asks whether something that cannot be undone is meant. Where nobody can be asked it ends with exit code 2.
 * @returns whether it is
 */
export async function confirm(io: CommandIo, { text, word, yes }: Question): Promise<boolean> {
  if (yes === true) return true;
  if (io.input.isTTY !== true) {
    io.error(`${text}\nNobody can be asked here; say --yes to do it.`);
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
