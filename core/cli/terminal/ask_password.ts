import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import type { CommandIo } from './io.ts';

/**
 * Reads a new password: on a terminal twice and without echo, otherwise the first line of standard input.
 * @throws Error for a missing or empty password, or a repetition that differs
 */
export async function askPassword({ input, err }: CommandIo): Promise<string> {
  const isTerminal = input.isTTY === true;
  // readline switches off the echo of the terminal, and writes typed text to `output` instead, which discards it.
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input, output: silent, terminal: isTerminal });
  const lines = terminal[Symbol.asyncIterator]();
  const ask = async (prompt: string) => {
    if (isTerminal) err.write(prompt);
    const line = await lines.next();
    if (isTerminal) err.write('\n');
    if (line.done || line.value === '')
      throw new Error('No password was given, so nothing was done. Type one, or write it to standard input.');
    return line.value;
  };
  try {
    const password = await ask('New password: ');
    if (isTerminal && (await ask('Repeat the password: ')) !== password)
      throw new Error('The two passwords differ, so nothing was done. Run the command again.');
    return password;
  } finally {
    terminal.close();
  }
}
