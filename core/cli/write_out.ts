import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { reasonOf } from '../kernel/declare/thrown.ts';
import type { CommandIo } from './io.ts';

/** Writes the output of a command to the named file, or prints it. @throws Error when the file cannot be written */
export function writeOut(io: CommandIo, text: string, out: string | undefined): void {
  if (out === undefined) {
    io.out.write(text);
    return;
  }
  const file = resolve(out);
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  } catch (cause) {
    throw new Error(`${file} cannot be written: ${reasonOf(cause)}; name another file with --out.`, { cause });
  }
  io.error(`Wrote ${file}.`);
}
