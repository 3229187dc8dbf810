import type { IncomingMessage } from 'node:http';
import { Failure } from '../../declare/failure.ts';
import type { fileLimits } from '../../declare/input.ts';
import { standardFailures } from '../../declare/standard_failures.ts';
import { parseForm, parseJson, type JsonLimits } from './body_text.ts';
import { parseMultipart } from './multipart_body.ts';

export interface BodyLimits extends JsonLimits {
  /** Maximum number of bytes of a body. */
  readonly bodyLimit: number;
  /** Maximum number of fields of a form, files included. */
  readonly fieldLimit: number;
  /** Maximum number of files of a multipart form; none by default. */
  readonly files?: number;
}

export interface LimitsByCaller {
  readonly signedIn: BodyLimits;
  readonly anonymous: BodyLimits;
}

/** Limits from the configuration. Anonymous callers never have a larger `bodyLimit` than signed-in ones. */
export function limitsByCaller(http: BodyLimits & { readonly anonymousBodyLimit: number }): LimitsByCaller {
  return { signedIn: http, anonymous: { ...http, bodyLimit: Math.min(http.bodyLimit, http.anonymousBodyLimit) } };
}

// Bytes of a form besides the contents of its files.
const FIELD_BYTES = 65_536;

/** Adds the files that an input declares to the limits. Their size raises `bodyLimit` only for signed-in callers. */
export function limitsWithFiles(
  { signedIn, anonymous }: LimitsByCaller,
  declared: ReturnType<typeof fileLimits>,
): LimitsByCaller {
  if (!declared) return { signedIn, anonymous };
  const { files, fileBytes } = declared;
  const bodyLimit = Math.max(signedIn.bodyLimit, fileBytes + FIELD_BYTES);
  return { signedIn: { ...signedIn, files, bodyLimit }, anonymous: { ...anonymous, files } };
}

/** Number of chunks that may have any size. A body of more chunks needs `MIN_CHUNK_BYTES` on average. */
const FREE_CHUNKS = 1_000;
const MIN_CHUNK_BYTES = 16;

type Kind = 'json' | 'form' | 'multipart';

const kinds: Readonly<Record<string, Kind>> = {
  'application/json': 'json',
  'application/x-www-form-urlencoded': 'form',
  'multipart/form-data': 'multipart',
};

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Kind of a body, if any. @throws unsupportedMediaType except for JSON and forms, uncompressed and in UTF-8 */
export function bodyKind(request: IncomingMessage): Kind | undefined {
  if (!hasBody(request)) return undefined;
  const { 'content-type': header = '', 'content-encoding': coding = 'identity' } = request.headers;
  const type = typeIn(header);
  const kind =
    Object.hasOwn(kinds, type) || /^application\/[\w.-]+\+json$/.test(type) ? (kinds[type] ?? 'json') : undefined;
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(header)?.[1] ?? 'utf-8';
  if (kind && /^utf-?8$/i.test(charset) && coding.toLowerCase() === 'identity') return kind;
  throw standardFailures.unsupportedMediaType({
    message:
      'Send JSON, application/x-www-form-urlencoded or multipart/form-data, in UTF-8 and without a content coding.',
  });
}

/** Checks the type of an unparsed body, if any. @throws unsupportedMediaType for other types, and a content coding */
export function checkMediaType(request: IncomingMessage, types: readonly string[]): void {
  if (!hasBody(request) || types.includes('*/*')) return;
  const { 'content-type': header = '', 'content-encoding': coding = 'identity' } = request.headers;
  if (types.includes(typeIn(header)) && coding.toLowerCase() === 'identity') return;
  throw standardFailures.unsupportedMediaType({
    message: `Send ${types.join(' or ')}, without a content coding, and name it in Content-Type.`,
  });
}

/** Media type without parameters, in lower case. */
function typeIn(header: string): string {
  return (header.split(';', 1)[0] as string).trim().toLowerCase();
}

/**
 * Reads the whole body into fields. A missing body, empty JSON and the JSON body `[]` count as an empty object.
 * @throws badRequest for a body that is malformed, incomplete or beyond another limit; bodyTooLarge above `bodyLimit`;
 * the failure in `brokenBodies`
 */
export async function readBody(request: IncomingMessage, kind: Kind | undefined, limits: BodyLimits): Promise<unknown> {
  if (kind === undefined) return {};
  const bytes = await collect(request, limits.bodyLimit);
  if (kind === 'multipart') return parseMultipart(bytes, request.headers['content-type'] ?? '', limits);
  return kind === 'form' ? parseForm(bytes, limits.fieldLimit) : parseJsonObject(bytes, limits);
}

/** Reads the raw body, which may be empty. @throws bodyTooLarge above the limit; else as `readBody` */
export async function readBytes(request: IncomingMessage, { bodyLimit }: BodyLimits): Promise<{ bytes: Buffer }> {
  return { bytes: hasBody(request) ? await collect(request, bodyLimit) : Buffer.alloc(0) };
}

async function collect(request: IncomingMessage, limit: number): Promise<Buffer> {
  const failure = brokenBodies.get(request);
  if (failure) throw failure;
  if (request.destroyed && !request.complete) throw cutOff();
  // The events would never come.
  if (request.readableEnded)
    throw new Error(
      'the body was read before the kernel; mount kernel.app before body parsers, such as express.json().',
    );
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  return allOf(request, limit);
}

function allOf(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const isChunked = request.headers['transfer-encoding'] !== undefined;
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      chunks.push(chunk);
      const isTiny = isChunked && chunks.length > FREE_CHUNKS && size < chunks.length * MIN_CHUNK_BYTES;
      if (size <= limit && !isTiny) return;
      request.removeAllListeners('data').pause();
      reject(isTiny ? tinyChunks() : tooLarge(limit));
    });
    request.on('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    request.on('error', (error) => {
      // A Failure comes from the server's parser; any other error means that the client has disconnected.
      reject(error instanceof Failure ? error : cutOff());
    });
  });
}

/** Failure for tiny chunks: each chunk has a fixed cost, so that very many of them block the event loop. */
function tinyChunks(): Failure {
  const message = `A body of over ${FREE_CHUNKS} chunks needs ${MIN_CHUNK_BYTES} bytes a chunk on average; send larger chunks.`;
  return standardFailures.badRequest({ message, headers: { Connection: 'close' } });
}

function cutOff(): Failure {
  return standardFailures.badRequest({ message: 'The request body is incomplete; send the whole body.' });
}

export function tooLarge(limit: number): Failure {
  const message = `The request body is larger than ${limit} bytes.`;
  return standardFailures.bodyTooLarge({ message, headers: { Connection: 'close' } });
}

function parseJsonObject(bytes: Buffer, limits: JsonLimits): object {
  const body = parseJson(bytes, limits);
  if (Array.isArray(body) && body.length === 0) return {};
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  throw standardFailures.badRequest({ message: 'The JSON body must be an object.' });
}

/** Failures by request, for bodies that the HTTP parser has rejected; reading such a body throws its failure. */
export const brokenBodies = new WeakMap<IncomingMessage, Failure>();
