import { mustNameHost } from '../../hosting/internals.ts';

const MAX_ANSWER_BYTES = 65_536;

export interface Question {
  readonly signal: AbortSignal;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | URLSearchParams;
}

/** Answer with a status below 500, except 429. */
export interface ServerAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Error class for a missing or unusable answer of a server. */
type Away = new (message: string) => Error;

/**
 * Sends a request to another server. Refuses answers over 64 kB. Refuses redirects, which would send the data of the
 * request to a third server.
 * @param Away error class for a missing or unusable answer; the message contains nothing of the request
 * @throws Away, also for the status 429 and for a status from 500
 */
export async function askServer(url: string, question: Question, Away: Away): Promise<ServerAnswer> {
  mustNameHost(url, askServer);
  const response = await answerTo(url, question).catch((error: unknown) => {
    throw new Away(unreachable(error));
  });
  const { status, headers } = response;
  if (status >= 500 || status === 429) {
    await response.body?.cancel();
    throw new Away(`the server answered with status ${status}`);
  }
  return { status, headers, text: await textOf(response, Away) };
}

async function answerTo(url: string, { signal, method = 'GET', headers = {}, body }: Question): Promise<Response> {
  const all = { Accept: 'application/json', ...headers };
  return fetch(url, { signal, redirect: 'error', method, headers: all, ...(body !== undefined && { body }) });
}

async function textOf({ body }: Response, Away: Away): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  try {
    // An early exit from the loop cancels the rest of the body.
    for await (const piece of body ?? []) {
      bytes += (piece as Uint8Array).byteLength;
      if (bytes > MAX_ANSWER_BYTES) throw new Away(`the answer of the server is longer than ${MAX_ANSWER_BYTES} bytes`);
      pieces.push(piece as Uint8Array);
    }
  } catch (error) {
    throw error instanceof Away ? error : new Away(unreachable(error));
  }
  return Buffer.concat(pieces).toString();
}

/** Describes an error by its code, because the message of the error may quote the URL with the token. */
function unreachable(error: unknown): string {
  const { name = 'Error', cause } = error as { name?: string; cause?: { code?: unknown } };
  const code = cause?.code;
  return `the server cannot be reached (${typeof code === 'string' ? code : name})`;
}

/** Returns the object in a JSON text, otherwise undefined. Hides errors of the parser, which would quote the text. */
export function jsonObjectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}
