import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { BoundedCache } from '../../kernel/base/bounded_cache.ts';

/** Content codings in which answers are compressed, the preferred one first. */
export const codings = ['br', 'gzip'] as const;

export type Coding = (typeof codings)[number];

/** Compresses in the thread pool of Node. @param quality quality of Brotli, 0 to 11; gzip ignores the parameter */
export function compress(bytes: Buffer, coding: Coding, quality: number): Promise<Buffer> {
  if (coding === 'gzip') return promisify(gzip)(bytes);
  return promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
}

// Browsers send less than 100 characters. To parse a header of thousands takes milliseconds.
const MAX_LENGTH = 500;
const remembered = new BoundedCache(select);

/**
 * Content coding that an `Accept-Encoding` header selects (RFC 9110, section 12.5.3); undefined for a plain answer, and
 * for a header of more than 500 characters.
 */
export function codingOf(accept: string | undefined): Coding | undefined {
  if (accept === undefined || accept === '' || accept.length > MAX_LENGTH) return undefined;
  return remembered.of(accept);
}

function select(accept: string): Coding | undefined {
  const weights = new Map(accept.toLowerCase().split(',').map(weighted));
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
  const plain = weights.get('identity') ?? 0;
  const [best] = codings.filter((name) => weightOf(name) > 0).sort((a, b) => weightOf(b) - weightOf(a));
  return best !== undefined && weightOf(best) >= plain ? best : undefined;
}

/** Name and weight of one coding; a malformed weight excludes the coding. */
function weighted(part: string): [name: string, weight: number] {
  const [name = '', ...parameters] = part.split(';').map((one) => one.trim());
  const weight = parameters.find((one) => one.startsWith('q='))?.slice(2) ?? '1';
  return [name, /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight) : 0];
}
