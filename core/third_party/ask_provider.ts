import { ProviderAway } from './login_provider.ts';

const MOST_BYTES = 65_536;

/** How a provider is asked. */
export interface Asking {
  readonly signal: AbortSignal;
  /** Fields of a form to POST; without them it is a GET. */
  readonly form?: Readonly<Record<string, string>>;
}

/**
 * Asks a provider and reads the JSON object that it answers, whatever its status below 500: some tell a wrong token
 * by a 400. Redirects are refused, since they would take the access token elsewhere.
 * @throws ProviderAway, which holds nothing of what was sent
 */
export async function askProvider(url: string, { signal, form }: Asking): Promise<Readonly<Record<string, unknown>>> {
  const response = await answerTo(url, { signal, form });
  if (response.status >= 500 || response.status === 429) {
    await response.body?.cancel();
    throw new ProviderAway(`it answered with status ${response.status}`);
  }
  return objectIn(await textOf(response));
}

/** The query of a URL, encoded. */
export function query(fields: Readonly<Record<string, string>>): string {
  return new URLSearchParams(fields).toString();
}

async function answerTo(url: string, { signal, form }: { signal: AbortSignal; form: Asking['form'] | undefined }) {
  const post = form && { method: 'POST', body: new URLSearchParams(form) };
  try {
    return await fetch(url, { signal, redirect: 'error', headers: { Accept: 'application/json' }, ...post });
  } catch (error) {
    throw away(error);
  }
}

async function textOf({ body }: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  try {
    // Leaving the loop lets go of the connection, too.
    for await (const piece of body ?? []) {
      bytes += (piece as Uint8Array).byteLength;
      if (bytes > MOST_BYTES) throw new ProviderAway(`its answer is longer than ${MOST_BYTES} bytes`);
      pieces.push(piece as Uint8Array);
    }
  } catch (error) {
    throw error instanceof ProviderAway ? error : away(error);
  }
  return Buffer.concat(pieces).toString();
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's own message quotes the text.
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new ProviderAway('its answer is no JSON object');
}

/** Only the code of the error: its message, or that of its cause, may quote the URL and the token in it. */
function away(error: unknown): ProviderAway {
  const { name = 'Error', cause } = error as { name?: string; cause?: { code?: unknown } };
  const code = cause?.code;
  return new ProviderAway(`it cannot be reached (${typeof code === 'string' ? code : name})`);
}
