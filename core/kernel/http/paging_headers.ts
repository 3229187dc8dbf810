import type { Exchange } from './exchange.ts';

/** Where in a list a page stands. */
export interface PagePosition {
  readonly total: number;
  readonly offset: number;
  readonly limit: number;
}

// A link is passed on and logged; credentials in the query are not for it.
const credentials = new Set(['access_token', 'openid', 'type']);

/** Adds `X-Total-Count` and the RFC 8288 `Link` to first, previous, next and last page. */
export function addPagingHeaders(exchange: Exchange, { total, offset, limit }: PagePosition): void {
  exchange.header('X-Total-Count', String(total));
  if (limit === 0) return;
  const last = total === 0 ? 0 : Math.floor((total - 1) / limit) * limit;
  const targets: readonly (readonly [string, number])[] = [
    ['first', 0],
    ...(offset > 0 ? [['prev', Math.max(0, Math.min(offset - limit, last))] as const] : []),
    ...(offset + limit < total ? [['next', offset + limit] as const] : []),
    ['last', last],
  ];
  const link = linkWriter(exchange, limit);
  exchange.header('Link', targets.map(([rel, at]) => `<${link(at)}>; rel="${rel}"`).join(', '));
}

function linkWriter({ url, search, query }: Exchange, limit: number): (offset: number) => string {
  const path = search === '' ? url.replace(/\?$/, '') : url.slice(0, -search.length - 1);
  const hasCredentials = 'access_token' in query;
  const kept = search
    .split('&')
    .filter((pair) => pair !== '' && !/^(offset|limit|start)=/.test(pair))
    .filter((pair) => !hasCredentials || !credentials.has(pair.split('=', 1)[0] as string))
    .map((pair) => pair.replaceAll(/[<>"]/g, encodeURIComponent));
  return (offset) => `${path}?${[...kept, `offset=${offset}`, `limit=${limit}`].join('&')}`;
}
