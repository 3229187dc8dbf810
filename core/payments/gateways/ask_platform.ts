import { askServer, jsonObjectIn } from '../../social_login/index.ts';
import type { Question, ServerAnswer } from '../../social_login/index.ts';
import { GatewayAway } from '../gateway.ts';

/** Asks a platform, for a bounded time and an answer of bounded size. @throws GatewayAway */
export async function askPlatform(
  url: string,
  { timeoutMs, ...question }: Omit<Question, 'signal'> & { readonly timeoutMs: number },
): Promise<ServerAnswer> {
  const headers = { 'User-Agent': 'Lectern', ...question.headers };
  return askServer(url, { ...question, headers, signal: AbortSignal.timeout(timeoutMs) }, GatewayAway);
}

/** The JSON object that a platform answered. @throws GatewayAway when it is none */
export function objectOf(text: string): Readonly<Record<string, unknown>> {
  const found = jsonObjectIn(text);
  if (found) return found;
  throw new GatewayAway('its answer is no JSON object');
}
