const MOST_BYTES = 65_536;

/** Request to another server. */
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

/** How it is said that a server gave no answer that can be used. */
type Away = new (message: string) => Error;

/**
 * Asks another server. Its answer may be 64 kB long; redirects are refused, since they would take what was sent
 * elsewhere.
 * @param Away what is thrown when there is no answer that can be used; its message holds nothing of what was sent
 * @throws Away
 */
export async function askServer(url: string, question: Question, Away: Away): Promise<ServerAnswer> {
  const response = await answerTo(url, question).catch((error: unknown) => {
    throw new Away(unreachable(error));
  });
  const { status, headers } = response;
  if (status >= 500 || status === 429) {
    await response.body?.cancel();
    throw new Away(`it answered with status ${status}`);
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
    // Leaving the loop lets go of the connection, too.
    for await (const piece of body ?? []) {
      bytes += (piece as Uint8Array).byteLength;
      if (bytes > MOST_BYTES) throw new Away(`its answer is longer than ${MOST_BYTES} bytes`);
      pieces.push(piece as Uint8Array);
    }
  } catch (error) {
    throw error instanceof Away ? error : new Away(unreachable(error));
  }
  return Buffer.concat(pieces).toString();
}

/** Only the code of the error: its message, or that of its cause, may quote the URL and the token in it. */
function unreachable(error: unknown): string {
  const { name = 'Error', cause } = error as { name?: string; cause?: { code?: unknown } };
  const code = cause?.code;
  return `it cannot be reached (${typeof code === 'string' ? code : name})`;
}

/** The object in a JSON text, or undefined when it holds none: the parser's own message would quote the text. */
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
