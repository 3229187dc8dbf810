import { reasonOf } from '../../../hosting/internals.ts';
const MAX_LENGTH = 1000;

const credentials = /(?<=:\/\/)[^\s/@]+@/g;
const queries = /(?<=https?:\/\/[^\s?]*\?)[^\s"')]+/g;
// Tokens, keys and digests: 24 characters or more with letters and digits, except paths of source files with a line.
const tokens =
  /(?<![\w+/=-])(?!(?:core|plugins|custom)\/[\w/.-]+:\d)(?=[\w+/=-]*[A-Za-z])(?=[\w+/=-]*\d)[\w+/=-]{24,}/g;

/** Message of an error to store and show: credentials, queries and tokens are masked, and long texts are cut. */
export function redact(error: unknown): string {
  const message = reasonOf(error);
  const cleaned = message.replace(credentials, '***@').replace(queries, '***').replace(tokens, '***');
  // PostgreSQL cannot store NUL characters in a text.
  return cleaned.replaceAll('\0', '').slice(0, MAX_LENGTH);
}
