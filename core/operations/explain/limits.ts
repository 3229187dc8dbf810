import type { Config } from 'lectern';
import type { Route, RouteDescription } from '../../hosting/internals.ts';

/** A limit in force. A fixed limit has no setting. */
export interface Limit {
  readonly what: string;
  readonly value: number;
  readonly setting?: string;
}

export type LimitsView = ReturnType<typeof limitsOf>;

const MAX_PAGE_SIZE = 100;
const TOO_MANY = 429;

/** Limits of a route. Rate limits are represented by the messages of the failures with status 429. */
export function limitsOf({ http, guard }: Config, route: Route, failures: RouteDescription['failures']) {
  const readsBody = failures.some(({ title }) => title === 'bodyTooLarge');
  const bounds: readonly (Limit | undefined)[] = [
    { what: 'characters of the URL', value: http.urlLimit, setting: 'http.urlLimit' },
    { what: 'bytes of the headers', value: http.headerLimit, setting: 'http.headerLimit' },
    readsBody ? { what: 'bytes of the body', value: http.bodyLimit, setting: 'http.bodyLimit' } : undefined,
    readsBody && route.access.kind === 'open' ? withoutCredential(http) : undefined,
    readsBody ? { what: 'levels of a JSON body', value: http.depthLimit, setting: 'http.depthLimit' } : undefined,
    { what: 'milliseconds to arrive', value: http.requestTimeout, setting: 'http.requestTimeout' },
    guard.deadlineMs > 0
      ? { what: 'milliseconds to answer', value: guard.deadlineMs, setting: 'guard.deadlineMs' }
      : undefined,
    isReadInPages(route) ? { what: 'objects on a page', value: MAX_PAGE_SIZE } : undefined,
  ];
  /** Messages of the rate limit failures. */
  const counted = failures.filter(({ status }) => status === TOO_MANY).map(({ message }) => message);
  return { bounds: bounds.filter((one) => one !== undefined), counted };
}

function withoutCredential({ bodyLimit, anonymousBodyLimit }: Config['http']): Limit {
  const value = Math.min(bodyLimit, anonymousBodyLimit);
  return { what: 'bytes of the body without a credential', value, setting: 'http.anonymousBodyLimit' };
}

function isReadInPages({ answer, input }: Route): boolean {
  return 'kind' in answer && (answer.kind === 'page' || answer.kind === 'pagedList') && 'limit' in input;
}
