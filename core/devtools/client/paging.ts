import type { Values } from './client_types.ts';

/** Code, status and message of a failed answer. */
interface Failure {
  readonly code: number | null;
  readonly status: number;
  readonly message: string;
}

/** A failed call, thrown where there is no result: by iterators. */
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

/** The parameters of a list, and whether it has the parameter `after`. */
interface ListedBy {
  readonly query: Values;
  readonly hasCursors: boolean;
}

const PAGE = 100;

/** Iterates over the entries of a list. Pages are read by cursor where the list has cursors, else by offset. */
export async function* entriesOf(read: ListCall, { query, hasCursors }: ListedBy): AsyncGenerator<unknown, void> {
  let position: Values | undefined = hasCursors ? { after: '' } : { offset: 0 };
  let seen = 0;
  while (position) {
    const page = await read({ limit: PAGE, ...query, ...position });
    if (!page.ok) throw new CallFailure(page.error);
    const { headers } = page.response;
    const entries: unknown[] = Array.isArray(page.data) ? page.data : (page.data as { data: unknown[] }).data;
    yield* entries;
    seen += entries.length;
    const next = headers.get('x-next-cursor');
    const isLast = hasCursors ? next === null : entries.length === 0 || seen >= Number(headers.get('x-total-count'));
    position = isLast ? undefined : hasCursors ? { after: next } : { offset: seen };
  }
}
