import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { standardFailures } from '../standard_failures.ts';
import { addField, MAX_PAIRS, parseQuery } from './query.ts';

/** How large and how deep a body may be. */
export interface BodyLimits {
  readonly bodyLimit: number;
  readonly depthLimit: number;
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
  if (kind === 'multipart') return parseMultipart(bytes, request.headers as BusboyHeaders);
  return kind === 'form' ? parseQuery(text) : parseJson(text, limits.depthLimit);
}

/** Reads the whole body as it is. No body is no bytes. @throws badRequest when it is cut off, bodyTooLarge */
export async function readBytes(request: IncomingMessage, { bodyLimit }: BodyLimits): Promise<{ bytes: Buffer }> {
  return { bytes: hasBody(request) ? await collect(request, bodyLimit) : Buffer.alloc(0) };
}

function collect(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const cutOff = () => {
      reject(standardFailures.badRequest({ message: 'The request ended before its body did.' }));
    };
    if (request.destroyed && !request.complete) {
      cutOff();
      return;
    }
    const chunks: Buffer[] = [];
    let size = 0;
    const tooLarge = () =>
      standardFailures.bodyTooLarge({
        message: `The request body is larger than ${limit} bytes.`,
        headers: { Connection: 'close' },
      });
    if (Number(request.headers['content-length'] ?? 0) > limit) {
      reject(tooLarge());
      return;
    }
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) {
        request.removeAllListeners('data').pause();
        reject(tooLarge());
      }
      chunks.push(chunk);
    });
    request.on('end', () => {
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
    });
    request.on('error', cutOff);
  });
}

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw standardFailures.badRequest({ message: 'The request body is not valid UTF-8.' });
  }
}

function parseJson(text: string, depthLimit: number): unknown {
  if (depthOf(text) > depthLimit) {
    throw standardFailures.badRequest({ message: `The JSON body is nested deeper than ${depthLimit} levels.` });
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

/** Deepest nesting of a JSON text, found in one pass without parsing it; brackets in strings do not count. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === '"') index = endOfString(text, index);
    else if (character === '[' || character === '{') deepest = Math.max(deepest, ++depth);
    else if (character === ']' || character === '}') depth--;
  }
  return deepest;
}

/** Where the string that begins at `start` ends; the end of the text when it never does. */
function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    if (text[index] === '\\') index++;
    else if (text[index] === '"') return index;
  }
  return text.length;
}

function parseMultipart(bytes: Buffer, headers: BusboyHeaders): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const refuse = (message: string) => () => {
      reject(standardFailures.badRequest({ message }));
    };
    const fields = Object.create(null) as Record<string, unknown>;
    try {
      const parser = new Busboy({ headers, limits: { files: 0, fields: MAX_PAIRS, fieldSize: bytes.length } });
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
