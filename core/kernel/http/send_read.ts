import { entityTag, isKnown } from './entity_tag.ts';
import type { RequestContext } from './request_context.ts';
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
export function sendRead(sender: Sender, context: RequestContext, read: Read): void {
  const tag = entityTag(read.body, context.answered);
  context.headers.push('ETag', tag);
  addCaching(context, read);
  const ifNoneMatch = context.message.headers['if-none-match'];
  if (ifNoneMatch !== undefined && isKnown(ifNoneMatch, tag)) sender.empty(context, 304, context.headers);
  else sender.json(context, 200, read.body);
}

/** Keeps an answer with a credential or one-time token out of all caches. */
export function forbidStoring({ headers }: RequestContext): void {
  if (!saysCaching(headers)) headers.push('Cache-Control', 'no-store');
}

/** `Cache-Control` of the operation itself takes precedence. */
function saysCaching(headers: readonly string[]): boolean {
  return headers.some((name, index) => index % 2 === 0 && /^cache-control$/i.test(name));
}

function addCaching({ headers }: RequestContext, { maxAge, vary }: Read): void {
  if (saysCaching(headers)) return;
  if (maxAge === 0) headers.push('Cache-Control', 'private, no-cache');
  else headers.push('Cache-Control', `public, max-age=${maxAge}`, 'Vary', vary);
}
