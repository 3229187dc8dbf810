import { askServer, jsonObjectIn } from './ask_server.ts';
import { ProviderAway } from './login_provider.ts';

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
  const post = form && ({ method: 'POST', body: new URLSearchParams(form) } as const);
  const { text } = await askServer(url, { signal, ...post }, ProviderAway);
  const answer = jsonObjectIn(text);
  if (answer) return answer;
  throw new ProviderAway('its answer is no JSON object');
}

/** The query of a URL, encoded. */
export function query(fields: Readonly<Record<string, string>>): string {
  return new URLSearchParams(fields).toString();
}
