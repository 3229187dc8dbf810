import type { DocumentedOperation } from '../../../hosting/internals.ts';
import type { Attempt, AttemptBody } from './attempts.ts';
import type { Sent } from './client.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Encodes a generated request for HTTP, with the credential of its caller, and 1 for each missing path value. */
export async function sentOf(
  { method, path }: DocumentedOperation,
  attempt: Attempt,
  credential: Sent['headers'],
): Promise<Sent> {
  const values = [...attempt.path];
  const address = path.replaceAll(/\{\w+\}/g, () => inPath(values.shift() ?? '1'));
  const query = inForm(attempt.query);
  const target = query === '' ? address : `${address}?${query}`;
  const { body } = attempt;
  const headers = { ...attempt.headers, ...credential };
  if (body === undefined) return { method, path: target, headers };
  const { type, content } = await written(body);
  return { method, path: target, headers: { ...headers, 'Content-Type': type }, body: content };
}

/** Encodes a value for the path, dots as well: `..` would change the address. */
function inPath(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replaceAll('.', '%2E');
}

function inForm(fields: Fields): string {
  const form = new URLSearchParams();
  // Only multipart bodies have files.
  for (const [name, value] of pairsOf(fields)) form.append(name, value as string);
  return form.toString();
}

/** Pairs of a form: each item of a list becomes a pair, and values that are neither text nor file become JSON. */
function pairsOf(fields: Fields): (readonly [string, string | Blob])[] {
  const valueOf = (one: unknown) =>
    typeof one === 'string' || one instanceof Blob ? one : JSON.stringify(one ?? null);
  return Object.entries(fields).flatMap(([name, value]) => [value].flat().map((one) => [name, valueOf(one)] as const));
}

/** Body and media type, which names the boundary of a multipart body. */
async function written({ type, fields, text }: AttemptBody): Promise<{ type: string; content: string | Buffer }> {
  if (type === 'multipart/form-data') {
    const parts = new Response(inParts(fields as Fields));
    const content = text ?? Buffer.from(await parts.arrayBuffer());
    return { type: parts.headers.get('Content-Type') ?? type, content };
  }
  const inFields = type === 'application/x-www-form-urlencoded' ? inForm(fields as Fields) : JSON.stringify(fields);
  return { type: type === '*/*' ? 'application/octet-stream' : type, content: text ?? inFields };
}

function inParts(fields: Fields): FormData {
  const form = new FormData();
  for (const [name, value] of pairsOf(fields)) {
    if (value instanceof Blob) form.append(name, value, 'file');
    else form.append(name, value);
  }
  return form;
}
