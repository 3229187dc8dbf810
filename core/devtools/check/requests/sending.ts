import type { DocumentedOperation } from '../../../hosting/internals.ts';
import type { Attempt, AttemptBody } from './attempts.ts';
import type { Sent } from './client.ts';
import { FileContent } from './file_content.ts';

// Boundary of multipart bodies; no generated field contains this text.
const BOUNDARY = '----lectern-check-7f3a9c51e04b';

/** Encodes a generated request for HTTP, with the credential of its caller, and 1 for each missing path value. */
export function sentOf({ method, path }: DocumentedOperation, attempt: Attempt, credential: Sent['headers']): Sent {
  const values = [...attempt.path];
  const address = path.replaceAll(/\{\w+\}/g, () => inPath(values.shift() ?? '1'));
  const query = inForm(attempt.query);
  const target = query === '' ? address : `${address}?${query}`;
  const { body } = attempt;
  const headers = { ...attempt.headers, ...credential };
  if (body === undefined) return { method, path: target, headers };
  return { method, path: target, headers: { ...headers, 'Content-Type': mediaType(body.type) }, body: written(body) };
}

/** Encodes a value for the path, dots as well: `..` would change the address. */
function inPath(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replaceAll('.', '%2E');
}

function inForm(fields: Readonly<Record<string, unknown>>): string {
  const form = new URLSearchParams();
  for (const [name, value] of pairsOf(fields)) form.append(name, value);
  return form.toString();
}

/** Pairs of a form: each item of a list becomes a pair, and values that are no text become JSON. */
function pairsOf(fields: Readonly<Record<string, unknown>>): (readonly [string, string])[] {
  return Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, typeof one === 'string' ? one : JSON.stringify(one ?? null)] as const),
  );
}

function mediaType(type: string): string {
  if (type === '*/*') return 'application/octet-stream';
  return type === 'multipart/form-data' ? `${type}; boundary=${BOUNDARY}` : type;
}

function written({ type, fields, text }: AttemptBody): string | Buffer {
  if (text !== undefined) return text;
  if (type === 'application/x-www-form-urlencoded') return inForm(fields as Readonly<Record<string, unknown>>);
  if (type === 'multipart/form-data') return inParts(fields as Readonly<Record<string, unknown>>);
  return JSON.stringify(fields);
}

function inParts(fields: Readonly<Record<string, unknown>>): Buffer {
  const entries = Object.entries(fields).flatMap(([name, value]) => [value].flat().map((one) => [name, one] as const));
  const files = entries.filter(([, value]) => value instanceof FileContent);
  const others = Object.entries(fields).filter(
    ([, value]) => ![value].flat().some((one) => one instanceof FileContent),
  );
  const parts = [
    ...pairsOf(Object.fromEntries(others)).map(([name, value]) => part(name, '', Buffer.from(value))),
    ...files.map(([name, value]) => part(name, '; filename="file"', (value as FileContent).bytes)),
  ];
  return Buffer.concat([...parts.flat(), Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

function part(name: string, more: string, value: Buffer): readonly Buffer[] {
  const quoted = name.replaceAll('"', '%22').replaceAll(/[\r\n]/g, ' ');
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${quoted}"${more}\r\n\r\n`;
  return [Buffer.from(head), value, Buffer.from('\r\n')];
}
