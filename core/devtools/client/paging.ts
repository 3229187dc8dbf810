import type { Values } from './client_types.ts';

/** Code, status and message of a failed answer. */
interface Failure {
  readonly code: number | null;
  readonly status: number;
  readonly message: string;
}

/** Thrown by the iterator of a list when the server answers a page with an error. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(`${failure.status}, code ${String(failure.code)}: ${failure.message}`);
    this.failure = failure;
  }
}

/** Reads one page of a list. */
export type ListCall = (
  query: Values,
) => Promise<
  | { readonly ok: true; readonly data: unknown; readonly response: Response }
  | { readonly ok: false; readonly error: Failure }
>;

/** Query of a list, and the parameter that selects a page; without this parameter, one request reads the whole list. */
interface ListedBy {
  readonly query: Values;
  readonly by: 'after' | 'offset' | undefined;
}

const PAGE = 100;

/** Iterates over the entries of a list, page by page. */
export async function* entriesOf(read: ListCall, { query, by }: ListedBy): AsyncGenerator<unknown, void> {
  let position: string | number | undefined = by === 'after' ? '' : 0;
  let seen = 0;
  while (position !== undefined) {
    const page = await read(by === undefined ? query : { limit: PAGE, ...query, [by]: position });
    if (!page.ok) throw new CallFailure(page.error);
    const { headers } = page.response;
    const entries = entriesIn(page.data);
    yield* entries;
    seen += entries.length;
    const isMore = by === 'offset' && entries.length > 0 && seen < Number(headers.get('x-total-count'));
    position = by === 'after' ? (headers.get('x-next-cursor') ?? undefined) : isMore ? seen : undefined;
  }
}

/**
 * The entries of an answer: the whole answer if it is a list, else `data`, or `resources` in version 1 of some lists.
 */
function entriesIn(page: unknown): readonly unknown[] {
  if (Array.isArray(page)) return page;
  const { data, resources = [] } = page as { data?: unknown[]; resources?: unknown[] };
  return data ?? resources;
}
