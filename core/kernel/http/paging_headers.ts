import type { InputFields } from '../declare/input.ts';
import type { RequestContext } from './request_context.ts';
import { nameOf } from './query.ts';

/** Position of a page in a list. */
export interface PagePosition {
  readonly total: number;
  readonly offset: number;
  readonly limit: number;
}

/** Maximum length of the header `Link`: proxies refuse answers with a long head. */
const MAX_LINK = 2_048;

/** Query names of the position, which each link sets itself. */
const positions = ['offset', 'limit', 'start'];

/** Query names that links repeat: declared ones only, since any other may be a credential. */
export function linkedNames(input: InputFields): ReadonlySet<string> {
  return new Set([...Object.keys(input), 'fields'].filter((name) => !positions.includes(name)));
}

/**
 * Adds `X-Total-Count` and the RFC 8288 `Link` to first, previous, next and last page.
 * @param names of query fields that the links repeat
 */
export function addPagingHeaders(context: RequestContext, position: PagePosition, names: ReadonlySet<string>): void {
  const { total, offset, limit } = position;
  context.header('X-Total-Count', String(total));
  if (limit === 0) return;
  const last = total === 0 ? 0 : Math.floor((total - 1) / limit) * limit;
  const targets: readonly (readonly [string, number])[] = [
    ['first', 0],
    ...(offset > 0 ? [['prev', Math.max(0, Math.min(offset - limit, last))] as const] : []),
    ...(offset + limit < total ? [['next', offset + limit] as const] : []),
    ['last', last],
  ];
  const target = targetOf(context, names);
  const link = targets.map(([rel, at]) => `<${target}offset=${at}&limit=${limit}>; rel="${rel}"`).join(', ');
  if (link.length <= MAX_LINK) context.header('Link', link);
}

/** Path and query that all pages share. */
function targetOf({ path, search }: RequestContext, names: ReadonlySet<string>): string {
  const kept = search === '' ? [] : search.split('&').filter((pair) => names.has(nameOf(pair)));
  return [`${path}?`, ...kept.map((pair) => `${pair}&`)].join('').replaceAll(/[<>"]/g, encodeURIComponent);
}
