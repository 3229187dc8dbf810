import { mustNameHost } from '../../hosting/internals.ts';
import { askServer, jsonObjectIn } from './ask_server.ts';
import { ProviderAway } from './login_provider.ts';

export interface ProviderRequestOptions {
  readonly signal: AbortSignal;
  /** Fields of a form to POST; without `form`, the request is a GET. */
  readonly form?: Readonly<Record<string, string>>;
}

/**
 * Sends a request to a login provider and returns the JSON object in the answer. Parses answers with an error status
 * below 500, too, except 429: some providers report a wrong token with 400. Refuses redirects, which would send the
 * access token to another server.
 * @throws ProviderAway, whose message contains nothing of the request
 */
export async function askProvider(
  url: string,
  { signal, form }: ProviderRequestOptions,
): Promise<Readonly<Record<string, unknown>>> {
  mustNameHost(url, askProvider);
  const post = form && ({ method: 'POST', body: new URLSearchParams(form) } as const);
  const { text } = await askServer(url, { signal, ...post }, ProviderAway);
  const answer = jsonObjectIn(text);
  if (answer) return answer;
  throw new ProviderAway('the answer of the provider is no JSON object');
}
