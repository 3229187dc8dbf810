import { entityTag, isKnown } from './entity_tag.ts';
import type { Exchange } from './exchange.ts';
import type { Sender } from './send.ts';

/** What was read, and who may keep it. */
export interface Read {
  readonly body: string;
  /** Seconds that caches may keep it; 0 where the answer is for this caller alone. */
  readonly maxAge: number;
  /** Headers that credentials come in: with them the answer may be another one. */
  readonly vary: string;
}

/** Answers a read: with its tag, or with 304 when the client has this very answer already. */
export function sendRead(sender: Sender, exchange: Exchange, read: Read): void {
  const tag = entityTag(read.body, exchange.answered);
  exchange.headers.push('ETag', tag);
  addCaching(exchange, read);
  const ifNoneMatch = exchange.message.headers['if-none-match'];
  if (ifNoneMatch !== undefined && isKnown(ifNoneMatch, tag)) sender.empty(exchange, 304, exchange.headers);
  else sender.json(exchange, 200, read.body);
}

/** Keeps an answer with a credential or one-time token out of all caches. */
export function forbidStoring({ headers }: Exchange): void {
  if (!saysCaching(headers)) headers.push('Cache-Control', 'no-store');
}

/** `Cache-Control` of the operation itself takes precedence. */
function saysCaching(headers: readonly string[]): boolean {
  return headers.some((name, index) => index % 2 === 0 && /^cache-control$/i.test(name));
}

function addCaching({ headers }: Exchange, { maxAge, vary }: Read): void {
  if (saysCaching(headers)) return;
  if (maxAge === 0) headers.push('Cache-Control', 'private, no-cache');
  else headers.push('Cache-Control', `public, max-age=${maxAge}`, 'Vary', vary);
}
