import { askServer, jsonObjectIn, type Question, type ServerAnswer } from '../../social_login/index.ts';
import { GatewayAway } from '../gateway.ts';

/**
 * Sends a request to a payment platform, with limits for the duration and the size of the answer.
 * @throws GatewayAway
 */
export async function askPlatform(
  url: string,
  { timeoutMs, ...question }: Omit<Question, 'signal'> & { readonly timeoutMs: number },
): Promise<ServerAnswer> {
  const headers = { 'User-Agent': 'Lectern', ...question.headers };
  return askServer(url, { ...question, headers, signal: AbortSignal.timeout(timeoutMs) }, GatewayAway);
}

/** Parses the answer of a payment platform. @throws GatewayAway when the answer is no JSON object */
export function objectOf(text: string): Readonly<Record<string, unknown>> {
  const found = jsonObjectIn(text);
  if (found) return found;
  throw new GatewayAway('the answer of the platform is no JSON object');
}
