import { input, inputsOf, type Shape, type SortKey, type SourceOfShape } from 'lectern';
import type { GivenName, SortSchema } from '../../../hosting/internals.ts';
import { keysetPaging } from './cursor.ts';

/** Filters and sort keys of a list, by the names of fields of its shape. */
export interface ListTerms<F extends string, K extends string> {
  /** Fields whose value a client may ask for. */
  readonly filters?: readonly F[];
  /** Fields that a client may sort by. */
  readonly sorts?: readonly K[];
  /** Order of a list that the client does not sort, as in the field `sort`; default: by id. */
  readonly order?: K | `-${K}`;
}

/**
 * Returns the inputs of a list of objects of a shape: filters, `sort`, and both kinds of paging.
 *
 * @example
 * export const noteList = listInputsOf(note, { filters: ['pinned'], sorts: ['createdTime'], order: '-createdTime' });
 */
export function listInputsOf<
  S extends Shape,
  F extends GivenName<S> = never,
  K extends keyof SourceOfShape<S> & string = never,
>(shape: S, { filters = [], sorts = [], order }: ListTerms<F, K>): ListInputs<S, F, K> {
  const sort = order === undefined ? input.sort(sorts) : input.sort(sorts, { default: order });
  const sorting = sorts.length === 0 ? {} : { sort };
  return { ...inputsOf(shape, [], filters), ...sorting, ...keysetPaging } as ListInputs<S, F, K>;
}

type ListInputs<S extends Shape, F extends GivenName<S>, K extends string> = ReturnType<typeof inputsOf<S, never, F>> &
  ([K] extends [never] ? unknown : { readonly sort: SortSchema<K> }) &
  typeof keysetPaging;

/** Page of a list, with its order; a list may have further filters. */
export interface ListPlace {
  readonly offset: number;
  readonly limit: number;
  readonly after?: string | undefined;
  readonly sort?: readonly SortKey[] | undefined;
}
