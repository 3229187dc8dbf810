import { readFileSync } from 'node:fs';

const utf8 = new TextDecoder();

/** Reads a text file without the byte order mark that some editors write at its start, and that parsers refuse. */
export function readText(file: string): string {
  return utf8.decode(readFileSync(file));
}
