import { addressOf } from '../base.ts';
import { examine, heard, lost } from './connection.ts';

/** An input field that the server rejected, with the error message. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

/** Error answer of the API; status 0 means that no answer arrived. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly details: readonly FieldProblem[] = [],
  ) {
    super(message);
  }
}

/** Body and precondition of a request. */
export interface Sent {
  /** Form data, or a value that is sent as JSON. */
  readonly body?: unknown;
  /** ETag for the header `If-Match`: the request fails if the object has changed since. */
  readonly ifMatch?: string | undefined;
}

export interface Answered<T> {
  readonly data: T;
  readonly etag: string | undefined;
}

interface ErrorBody {
  readonly error?: { readonly message?: string; readonly details?: readonly FieldProblem[] };
}

let onSignedOut: (asksCredential: boolean) => void = () => undefined;
let onRefused: () => void = () => undefined;

/** Sets the function that is called after a 401, for an ended session or a failed sign-in; see `asksCredential`. */
export function whenSignedOut(call: (asksCredential: boolean) => void): void {
  onSignedOut = call;
}

/** Sets the function that is called after an answer 403: the permissions of the user may have changed. */
export function whenRefused(call: () => void): void {
  onRefused = call;
}

/** Sends a request with the cookie of the session. @throws ApiError for every status but 2xx, and without an answer */
export async function request<T>(method: string, address: string, sent: Sent = {}): Promise<Answered<T>> {
  const isJson = sent.body !== undefined && !(sent.body instanceof FormData);
  const response = await fetch(addressOf(address), {
    method,
    cache: 'no-store',
    headers: {
      Accept: 'application/json',
      'X-Console': '1',
      ...(isJson && { 'Content-Type': 'application/json' }),
      ...(sent.ifMatch !== undefined && { 'If-Match': sent.ifMatch }),
    },
    ...(sent.body !== undefined && { body: isJson ? JSON.stringify(sent.body) : sent.body }),
  }).catch(() => {
    lost();
    throw new ApiError(0, '');
  });
  heard();
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok) return { data: body as T, etag: response.headers.get('ETag') ?? undefined };
  const { error } = (body ?? {}) as ErrorBody;
  if ([502, 503, 504].includes(response.status)) examine();
  if (response.status === 401) onSignedOut(/\bConsole\b/.test(response.headers.get('WWW-Authenticate') ?? ''));
  if (response.status === 403) onRefused();
  throw new ApiError(response.status, error?.message ?? response.statusText, error?.details);
}

/** An unparsed answer, with its duration and request id. */
export interface RawAnswer {
  readonly status: number;
  readonly ms: number;
  readonly id: string;
  readonly text: string;
}

/** A request that the user has composed in a form. */
export interface Written {
  readonly method: string;
  readonly path: string;
  /** JSON text; empty for a request without a body. */
  readonly body: string;
  /** Caller as `name:password`; by default the signed-in user. */
  readonly caller?: string | undefined;
}

/** Sends a composed request and returns the answer, whatever its status. @throws ApiError without an answer */
export async function sendWritten({ method, path, body, caller }: Written): Promise<RawAnswer> {
  const startedAt = performance.now();
  const response = await fetch(addressOf(path), {
    method,
    cache: 'no-store',
    credentials: caller === undefined ? 'same-origin' : 'omit',
    headers: {
      ...(caller === undefined ? { 'X-Console': '1' } : { Authorization: `Basic ${btoa(caller)}` }),
      ...(body !== '' && { 'Content-Type': 'application/json' }),
    },
    ...(body !== '' && { body }),
  }).catch(() => {
    throw new ApiError(0, '');
  });
  const text = await response.text();
  const ms = performance.now() - startedAt;
  return { status: response.status, ms, id: response.headers.get('X-Request-Id') ?? '', text };
}

/** Sends a GET request. @throws ApiError as `request` does */
export async function read<T>(address: string): Promise<T> {
  return (await request<T>('GET', address)).data;
}
