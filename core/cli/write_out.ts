import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { CommandIo } from './io.ts';

/** Writes the output of a command to the named file, or prints it. */
export function writeOut(io: CommandIo, text: string, out: string | undefined): void {
  if (out === undefined) {
    io.out.write(text);
    return;
  }
  const file = resolve(out);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  io.error(`Wrote ${file}.`);
}
