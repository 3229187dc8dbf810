import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyConfig, type BusboyHeaders } from '@fastify/busboy';
import { Failure } from '../failure.ts';
import { standardFailures } from '../standard_failures.ts';
import { brokenBy } from './broken_body.ts';
import { addField, parseQuery } from './query.ts';

/** How large and how deep a body may be. */
export interface BodyLimits {
  readonly bodyLimit: number;
  readonly depthLimit: number;
  readonly fieldLimit: number;
  readonly jsonFieldLimit: number;
}

type Kind = 'json' | 'form' | 'multipart';

const kinds: Readonly<Record<string, Kind>> = {
  'application/json': 'json',
  'application/x-www-form-urlencoded': 'form',
  'multipart/form-data': 'multipart',
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Whether the request carries a body, by its headers. */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Media type of the body, or undefined where there is none.
 * @throws unsupportedMediaType for another type, charset or content coding
 */
export function bodyKind(request: IncomingMessage): Kind | undefined {
  if (!hasBody(request)) return undefined;
  const { 'content-type': header = '', 'content-encoding': coding = 'identity' } = request.headers;
  const type = (header.split(';', 1)[0] as string).trim().toLowerCase();
  const kind =
    Object.hasOwn(kinds, type) || /^application\/[\w.-]+\+json$/.test(type) ? (kinds[type] ?? 'json') : undefined;
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(header)?.[1] ?? 'utf-8';
  if (kind && /^utf-?8$/i.test(charset) && coding.toLowerCase() === 'identity') return kind;
  throw standardFailures.unsupportedMediaType({
    message:
      'Send JSON, application/x-www-form-urlencoded or multipart/form-data, in UTF-8 and without a content coding.',
  });
}

/**
 * Reads the whole body into fields. No body and the JSON body `[]` are an empty object.
 * @throws badRequest when it is malformed, bodyTooLarge when it is too large
 */
export async function readBody(request: IncomingMessage, kind: Kind | undefined, limits: BodyLimits): Promise<unknown> {
  if (kind === undefined) return {};
  const bytes = await collect(request, limits.bodyLimit);
  const text = decode(bytes);
  if (kind === 'multipart') {
    const limit = { files: 0, fields: limits.fieldLimit, fieldSize: bytes.length };
    return parseMultipart(bytes, { headers: request.headers as BusboyHeaders, limits: limit });
  }
  return kind === 'form' ? parseQuery(text, limits.fieldLimit) : parseJson(text, limits);
}

/** Reads the whole body as it is. No body is no bytes. @throws badRequest when it is cut off, bodyTooLarge */
export async function readBytes(request: IncomingMessage, { bodyLimit }: BodyLimits): Promise<{ bytes: Buffer }> {
  return { bytes: hasBody(request) ? await collect(request, bodyLimit) : Buffer.alloc(0) };
}

async function collect(request: IncomingMessage, limit: number): Promise<Buffer> {
  const broken = brokenBy(request);
  if (broken) throw broken;
  if (request.destroyed && !request.complete) throw cutOff();
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  return allOf(request, limit);
}

function allOf(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) {
        request.removeAllListeners('data').pause();
        reject(tooLarge(limit));
      }
      chunks.push(chunk);
    });
    request.on('end', () => {
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
    });
    request.on('error', (error) => {
      // The server says what is wrong with the rest of it; anybody else has gone away.
      reject(error instanceof Failure ? error : cutOff());
    });
  });
}

function cutOff(): Failure {
  return standardFailures.badRequest({ message: 'The request ended before its body did.' });
}

function tooLarge(limit: number): Failure {
  const message = `The request body is larger than ${limit} bytes.`;
  return standardFailures.bodyTooLarge({ message, headers: { Connection: 'close' } });
}

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw standardFailures.badRequest({ message: 'The request body is not valid UTF-8.' });
  }
}

function parseJson(text: string, { depthLimit, jsonFieldLimit }: BodyLimits): unknown {
  const { deepest, fields } = extentOf(text);
  if (deepest > depthLimit) {
    throw standardFailures.badRequest({ message: `The JSON body is nested deeper than ${depthLimit} levels.` });
  }
  if (fields > jsonFieldLimit) {
    throw standardFailures.badRequest({ message: `The JSON body has more than ${jsonFieldLimit} fields.` });
  }
  const body = parseStrictly(text);
  if (Array.isArray(body) && body.length === 0) return {};
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  throw standardFailures.badRequest({ message: 'The JSON body must be an object.' });
}

function parseStrictly(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    throw standardFailures.badRequest({ message: 'The request body is not valid JSON.' });
  }
}

/** How deep a JSON text goes and how many fields it has, found in one pass without parsing it; strings do not count. */
function extentOf(text: string): { deepest: number; fields: number } {
  let depth = 0;
  let deepest = 0;
  let fields = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === '"') index = endOfString(text, index);
    else if (character === ':') fields++;
    else if (character === '[' || character === '{') deepest = Math.max(deepest, ++depth);
    else if (character === ']' || character === '}') depth--;
  }
  return { deepest, fields };
}

/** Where the string that begins at `start` ends; the end of the text when it never does. */
function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    if (text[index] === '\\') index++;
    else if (text[index] === '"') return index;
  }
  return text.length;
}

function parseMultipart(bytes: Buffer, config: BusboyConfig): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const refuse = (message: string) => () => {
      reject(standardFailures.badRequest({ message }));
    };
    const fields = Object.create(null) as Record<string, unknown>;
    try {
      const parser = new Busboy(config);
      parser.on('field', (name: string | undefined, value) => {
        if (name !== undefined) addField(fields, name, value);
      });
      parser.on('filesLimit', refuse('This form takes fields only, no files.'));
      parser.on('fieldsLimit', refuse('The form has too many fields.'));
      parser.on('error', refuse('The multipart body is malformed.'));
      parser.on('finish', () => {
        resolve(fields);
      });
      parser.end(bytes);
    } catch {
      refuse('The multipart body has no boundary.')();
    }
  });
}
