import { reasonOf } from 'lectern/host';
const LONGEST = 1000;

const credentials = /(?<=:\/\/)[^\s/@]+@/g;
const queries = /(?<=https?:\/\/[^\s?]*\?)[^\s"')]+/g;
// Tokens, keys and digests: 24 characters or more with letters and digits.
const tokens = /(?=[\w+/=-]*[A-Za-z])(?=[\w+/=-]*\d)[\w+/=-]{24,}/g;

/** Text of an error that may be stored and shown: without the stack, and without anything like a credential. */
export function redact(error: unknown): string {
  const message = reasonOf(error);
  const cleaned = message.replace(credentials, '***@').replace(queries, '***').replace(tokens, '***');
  // The database stores no zero characters.
  return cleaned.replaceAll('\0', '').slice(0, LONGEST);
}
