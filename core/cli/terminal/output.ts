import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { reasonOf } from '../../kernel/base/thrown.ts';
import type { CommandIo } from './io.ts';

/** Formats example commands for the end of `--help`. @param lines commands without the leading `npx lectern` */
export function examples(...lines: readonly string[]): string {
  return ['', lines.length === 1 ? 'Example:' : 'Examples:', ...lines.map((line) => `  $ npx lectern ${line}`)].join(
    '\n',
  );
}

/** Values of an option that may be repeated, for the parser of the option. */
export function collected(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value];
}

/** Formats rows as a text table. The fields of the first row are the columns. */
export function table(rows: readonly Readonly<Record<string, string>>[]): string {
  const names = Object.keys(rows[0] ?? {});
  const widths = names.map((name) => Math.max(name.length, ...rows.map((row) => (row[name] ?? '').length)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) => cell.padEnd(widths[index] as number))
      .join('  ')
      .trimEnd();
  return [line(names), ...rows.map((row) => line(names.map((name) => row[name] ?? '')))].join('\n');
}

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
