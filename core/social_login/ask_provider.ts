import { askServer, jsonObjectIn } from './ask_server.ts';
import { ProviderAway } from './login_provider.ts';

/** Options of a request to a provider. */
export interface Asking {
  readonly signal: AbortSignal;
  /** Fields of a form to POST; the request is a GET without a form. */
  readonly form?: Readonly<Record<string, string>>;
}

/**
 * Requests a provider and parses its JSON object. Error statuses below 500 are parsed too, except 429: some providers
 * report a wrong token with 400. Redirects are refused, because they would carry the access token elsewhere.
 * @throws ProviderAway, whose message contains nothing of the request
 */
export async function askProvider(url: string, { signal, form }: Asking): Promise<Readonly<Record<string, unknown>>> {
  const post = form && ({ method: 'POST', body: new URLSearchParams(form) } as const);
  const { text } = await askServer(url, { signal, ...post }, ProviderAway);
  const answer = jsonObjectIn(text);
  if (answer) return answer;
  throw new ProviderAway('its answer is no JSON object');
}

/** Encoded query of a URL. */
export function query(fields: Readonly<Record<string, string>>): string {
  return new URLSearchParams(fields).toString();
}
