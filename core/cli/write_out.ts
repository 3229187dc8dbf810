import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Writes what a command has made to a file, or prints it where no file was named. */
export function writeOut(text: string, out: string | undefined): void {
  if (out === undefined) {
    process.stdout.write(text);
    return;
  }
  const file = resolve(out);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  console.error(`Wrote ${file}.`);
}
