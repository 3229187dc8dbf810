import type { InputFields } from '../declare/input.ts';
import type { RequestContext } from './request_context.ts';
import { parameterName } from './input/query_string.ts';

/** Position of a page in a list; `total` is undefined for a page with a cursor. */
export interface PagePosition {
  readonly total: number | undefined;
  readonly isEstimate: boolean;
  readonly next: string | null | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** Maximum length of the header `Link`; a longer one is omitted, because proxies refuse answers with a long head. */
const MAX_LINK = 2_048;

/** Query fields with the position of a page; links do not repeat these. */
const positions = ['offset', 'limit', 'start', 'after'];

/** Query fields that links repeat: declared ones and `fields`. An undeclared one may be a credential. */
export function linkedNames(input: InputFields): ReadonlySet<string> {
  return new Set([...Object.keys(input), 'fields'].filter((name) => !positions.includes(name)));
}

/** Adds `X-Total-Count` or `X-Next-Cursor`, and `Link`, if they apply. @param names query fields that links repeat */
export function addPagingHeaders(context: RequestContext, position: PagePosition, names: ReadonlySet<string>): void {
  const { total, next, limit } = position;
  if (total !== undefined) context.header('X-Total-Count', String(total));
  if (typeof next === 'string') context.header('X-Next-Cursor', next);
  if (limit === 0) return;
  const [target, pages] = [targetOf(context, names), Object.entries(linkedPages(position))];
  const link = pages.map(([rel, at]) => `<${target}${at}&limit=${limit}>; rel="${rel}"`).join(', ');
  if (link.length <= MAX_LINK) context.header('Link', link);
}

/** Query with the position of each known page, by relation. A cursor knows no previous page, an estimate no last one. */
function linkedPages({ total, isEstimate, next, offset, limit }: PagePosition): Record<string, string> {
  if (total === undefined) return { first: 'after=', ...(next && { next: `after=${next}` }) };
  const last = total === 0 ? 0 : Math.floor((total - 1) / limit) * limit;
  return {
    first: 'offset=0',
    ...(offset > 0 && { prev: `offset=${Math.max(0, Math.min(offset - limit, last))}` }),
    ...(offset + limit < total && { next: `offset=${offset + limit}` }),
    ...(!isEstimate && { last: `offset=${last}` }),
  };
}

/** Path and query that the links of all pages share, up to the position. */
function targetOf({ publicPath, path, search }: RequestContext, names: ReadonlySet<string>): string {
  const kept = search === '' ? [] : search.split('&').filter((pair) => names.has(parameterName(pair)));
  return [`${publicPath}${path}?`, ...kept.map((pair) => `${pair}&`)].join('').replaceAll(/[<>"]/g, encodeURIComponent);
}
