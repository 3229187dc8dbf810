import { use, type MountedRequest } from 'lectern';
import { EventStream, type Send } from './event_stream.ts';
import type { RequestConditions } from './live_requests.ts';

const conditions = ['route', 'status', 'module', 'user'] as const;

/** Streams requests to a page. An open stream makes all workers record their requests. */
export class RequestStream extends EventStream {
  readonly address = '/console/request_stream';
  readonly requires = 'console_request';
  readonly #requests = use('liveRequests');

  protected listen({ query }: MountedRequest, send: Send): () => void {
    return this.#requests.listen(conditionsIn(query), send);
  }
}

function conditionsIn(query: MountedRequest['query']): RequestConditions {
  const given = conditions.map((name) => [name, query[name]]);
  return Object.fromEntries(
    given.filter(([, value]) => typeof value === 'string' && value !== ''),
  ) as RequestConditions;
}
