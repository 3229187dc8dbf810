import type { RequestContext } from '../../kernel/http/request_context.ts';
import type { Sender } from '../../kernel/http/sender.ts';
import { codingOf, compress, type Coding } from './content_coding.ts';

/** Minimum length of a compressed body. A shorter answer usually fits into one network packet. */
const MIN_COMPRESSED_BYTES = 1_400;
/** HEAD has the headers of GET, so its answer is compressed as well. */
const reads = new Set(['GET', 'HEAD']);

// Quality of Brotli, 0 to 11. Lower than in stored_answer.ts, because each result is sent once.
const QUALITY = 4;

/**
 * Wraps the sender of the kernel: compresses JSON answers to reads for clients that accept a coding.
 *
 * The length of a compressed answer may reveal a secret if the answer also contains text of an attacker (BREACH). Hence
 * answers with `no-store` are not compressed, nor answers to requests with Basic credentials or cookies: browsers add
 * these to requests of other sites.
 */
export function compressing(sender: Sender): Sender {
  return {
    ...sender,
    json: (context, status, body) => {
      const coding = isCompressible(context, { status, length: body.length }) ? negotiated(context) : undefined;
      if (coding === undefined) return sender.json(context, status, body);
      return compress(Buffer.from(body), coding, QUALITY).then((bytes) => {
        nameCoding(context, coding);
        context.headers.push('Content-Encoding', coding);
        return sender.json(context, status, bytes);
      });
    },
  };
}

/** Selects the coding. Adds `Vary` to plain answers as well, because other clients get the same answer compressed. */
function negotiated(context: RequestContext): Coding | undefined {
  context.headers.push('Vary', 'Accept-Encoding');
  return codingOf(context.message.headers['accept-encoding']);
}

function isCompressible(context: RequestContext, { status, length }: { status: number; length: number }): boolean {
  if (length < MIN_COMPRESSED_BYTES || status !== 200 || !reads.has(context.method)) return false;
  const { authorization, cookie } = context.message.headers;
  if (cookie !== undefined || /^basic\b/i.test(authorization ?? '')) return false;
  const caching = context.headers.findIndex((name) => /^cache-control$/i.test(name));
  return caching !== -1 && !/\bno-store\b/i.test(context.headers[caching + 1] ?? '');
}

/** Adds the coding to the ETag: the bytes differ from those of the plain answer. */
function nameCoding({ headers }: RequestContext, coding: Coding): void {
  const index = headers.indexOf('ETag') + 1;
  if (index > 0) headers[index] = (headers[index] ?? '').replace(/"$/, `-${coding}"`);
}
