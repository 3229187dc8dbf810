import { reasonOf } from 'lectern/host';
const LONGEST = 1000;

const credentials = /(?<=:\/\/)[^\s/@]+@/g;
const queries = /(?<=https?:\/\/[^\s?]*\?)[^\s"')]+/g;
// As long as no word of a sentence is, and not a number: tokens, keys and digests.
const tokens = /(?=[\w+/=-]*[A-Za-z])(?=[\w+/=-]*\d)[\w+/=-]{24,}/g;

/** What an error says, as it may be kept and shown: no stack, and nothing that looks like a credential. */
export function redact(error: unknown): string {
  const message = reasonOf(error);
  const cleaned = message.replace(credentials, '***@').replace(queries, '***').replace(tokens, '***');
  // The database keeps no zero characters.
  return cleaned.replaceAll('\0', '').slice(0, LONGEST);
}
