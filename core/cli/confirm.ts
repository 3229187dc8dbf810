import { createInterface } from 'node:readline/promises';

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
export async function confirm({ text, word, yes }: Question): Promise<boolean> {
  if (yes === true) return true;
  if (!process.stdin.isTTY) {
    console.error(`${text}\nNobody can be asked here; say --yes to do it.`);
    process.exitCode = 2;
    return false;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const typed = await terminal.question(`${text}\nType ${word} to go on: `);
    if (typed.trim() === word) return true;
    console.error('Nothing was done.');
    process.exitCode = 1;
    return false;
  } finally {
    terminal.close();
  }
}
