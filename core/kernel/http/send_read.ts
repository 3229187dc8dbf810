import { entityTag, knownTag } from './entity_tag.ts';
import type { RequestContext } from './request_context.ts';
import type { Sender } from './sender.ts';

/** Result of a read and its caching. */
export interface Read {
  readonly body: string;
  /** Seconds for which shared caches may store the answer; 0 forbids it. */
  readonly maxAge: number;
  /** Names of the headers that carry credentials, for `Vary`. */
  readonly vary: string;
}

/** Answers a read with its entity tag, or with 304 when the client has the same answer already. */
export function sendRead(sender: Sender, context: RequestContext, read: Read): ReturnType<Sender['json']> {
  const tag = entityTag(read.body, context.answerRevision);
  const known = knownTag(context.message.headers['if-none-match'], tag);
  context.headers.push('ETag', known ?? tag);
  addCaching(context, read);
  if (known === undefined) return sender.json(context, 200, read.body);
  sender.empty(context, 304, context.headers);
  return undefined;
}

/** Forbids caching of an answer, unless the operation has set `Cache-Control`. */
export function forbidStoring({ headers }: RequestContext): void {
  if (!saysCaching(headers)) headers.push('Cache-Control', 'no-store');
}

function saysCaching(headers: readonly string[]): boolean {
  return headers.some((name, index) => index % 2 === 0 && /^cache-control$/i.test(name));
}

function addCaching({ headers }: RequestContext, { maxAge, vary }: Read): void {
  if (saysCaching(headers)) return;
  if (maxAge === 0) headers.push('Cache-Control', 'private, no-cache');
  else headers.push('Cache-Control', `public, max-age=${maxAge}`, 'Vary', [vary, 'Prefer'].filter(Boolean).join(', '));
}
