import { hash } from 'node:crypto';
import { codeText } from './review/migration_code.ts';

/** Text and path of a migration file. The ending of the path distinguishes TypeScript from JavaScript. */
interface Source {
  readonly file: string;
  readonly text: string;
}

/**
 * Comparison of a file with its record. `same`: the record is up to date. `comments`: only comments or whitespace
 * differ. `earlier`: the text is unchanged, and the record has the former format, a digest of the text alone.
 * `unknown`: the text differs from a record of the former format, so that the code cannot be compared. `changed`: the
 * code differs.
 */
export type Comparison = 'same' | 'comments' | 'earlier' | 'unknown' | 'changed';

/**
 * Checksum of a migration: digests of its code and of its text. Equal digests of texts need no parser; otherwise the
 * digests of the code are compared.
 */
export function checksumOf(source: Source): string {
  return `code:${codeDigest(source)} text:${textDigest(source)}`;
}

/** Compares a file with the recorded checksum of its migration. */
export function compareWith(recorded: string, source: Source): Comparison {
  const [, code, text] = /^code:(\w+) text:(\w+)$/.exec(recorded) ?? [];
  if (text === textDigest(source)) return 'same';
  if (recorded === textDigest(source)) return 'earlier';
  if (/^[0-9a-f]{64}$/.test(recorded)) return 'unknown';
  return code === codeDigest(source) ? 'comments' : 'changed';
}

export function hasSameCode(one: Source, other: Source): boolean {
  return one.text === other.text || codeDigest(one) === codeDigest(other);
}

function codeDigest({ file, text }: Source): string {
  return digest(codeText(portable(text), file));
}

function textDigest({ text }: Source): string {
  return digest(portable(text));
}

/** Normalizes line ends, so that checksums are the same on every system. */
function portable(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

function digest(text: string): string {
  return hash('sha256', text, 'hex');
}
