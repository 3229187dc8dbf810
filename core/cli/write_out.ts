import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { CommandIo } from './io.ts';

/** Writes what a command has made to a file, or prints it where no file was named. */
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
