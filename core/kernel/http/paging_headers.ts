import type { InputFields } from '../declare/input.ts';
import type { RequestContext } from './request_context.ts';
import { parameterName } from './query_string.ts';

/** Position of a page in a list: a page with a cursor has no total. */
export interface PagePosition {
  readonly total: number | undefined;
  readonly next: string | null | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** Maximum length of the header `Link`: proxies refuse answers with a long head. */
const MAX_LINK = 2_048;

/** Names of the query fields with the position, which each link sets to its own values. */
const positions = ['offset', 'limit', 'start', 'after'];

/** Query names that links repeat: declared ones only, since any other may be a credential. */
export function linkedNames(input: InputFields): ReadonlySet<string> {
  return new Set([...Object.keys(input), 'fields'].filter((name) => !positions.includes(name)));
}

/** Adds `X-Total-Count` or `X-Next-Cursor`, and `Link` (RFC 8288). @param names query fields that the links repeat */
export function addPagingHeaders(context: RequestContext, position: PagePosition, names: ReadonlySet<string>): void {
  const { total, next, limit } = position;
  if (total !== undefined) context.header('X-Total-Count', String(total));
  if (typeof next === 'string') context.header('X-Next-Cursor', next);
  if (limit === 0) return;
  const [target, pages] = [targetOf(context, names), Object.entries(linkedPages(position))];
  const link = pages.map(([rel, at]) => `<${target}${at}&limit=${limit}>; rel="${rel}"`).join(', ');
  if (link.length <= MAX_LINK) context.header('Link', link);
}

/** Positions of other pages by relation. With a cursor, the previous and the last page are unknown. */
function linkedPages({ total, next, offset, limit }: PagePosition): Record<string, string> {
  if (total === undefined) return { first: 'after=', ...(next && { next: `after=${next}` }) };
  const last = total === 0 ? 0 : Math.floor((total - 1) / limit) * limit;
  return {
    first: 'offset=0',
    ...(offset > 0 && { prev: `offset=${Math.max(0, Math.min(offset - limit, last))}` }),
    ...(offset + limit < total && { next: `offset=${offset + limit}` }),
    last: `offset=${last}`,
  };
}

/** Path and query that all pages share. */
function targetOf({ path, search }: RequestContext, names: ReadonlySet<string>): string {
  const kept = search === '' ? [] : search.split('&').filter((pair) => names.has(parameterName(pair)));
  return [`${path}?`, ...kept.map((pair) => `${pair}&`)].join('').replaceAll(/[<>"]/g, encodeURIComponent);
}
