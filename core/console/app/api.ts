import { lost } from './connection.ts';

/** A problem of one field of the input. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

/** An error answer of the API; status 0 means that there was no answer. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly details: readonly FieldProblem[] = [],
  ) {
    super(message);
  }
}

/** A request besides its method and address. */
export interface Sent {
  readonly body?: unknown;
  /** ETag that the object must still have. */
  readonly ifMatch?: string | undefined;
}

/** An answer, with the ETag of the object. */
export interface Answered<T> {
  readonly data: T;
  readonly etag: string | undefined;
}

interface ErrorBody {
  readonly error?: { readonly message?: string; readonly details?: readonly FieldProblem[] };
}

let onSignedOut: () => void = () => undefined;

/** Sets the function that is called when the session has ended. */
export function whenSignedOut(call: () => void): void {
  onSignedOut = call;
}

/** Sends a request with the cookie of the session. @throws ApiError */
export async function request<T>(method: string, address: string, sent: Sent = {}): Promise<Answered<T>> {
  const response = await fetch(address, {
    method,
    cache: 'no-store',
    headers: {
      Accept: 'application/json',
      'X-Console': '1',
      ...(sent.body !== undefined && { 'Content-Type': 'application/json' }),
      ...(sent.ifMatch !== undefined && { 'If-Match': sent.ifMatch }),
    },
    ...(sent.body !== undefined && { body: JSON.stringify(sent.body) }),
  }).catch(() => {
    lost();
    throw new ApiError(0, '');
  });
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok) return { data: body as T, etag: response.headers.get('ETag') ?? undefined };
  const { error } = (body ?? {}) as ErrorBody;
  if (response.status === 401) onSignedOut();
  throw new ApiError(response.status, error?.message ?? response.statusText, error?.details);
}

/** Reads an address. @throws ApiError */
export async function read<T>(address: string): Promise<T> {
  return (await request<T>('GET', address)).data;
}
