import type { SortKey } from 'lectern';
import {
  addedOrders,
  ListOrder,
  unsetFirst,
  type ListKeys,
  type OrderColumn,
  type OrderKey,
} from '../../../infrastructure/database/index.ts';

const newest = (column: string) => ({ column, type: 'time', descending: true }) as const;
const sticky = { column: 'sticky', type: 'integer', descending: true } as const;
const published = { ...newest('published_at'), nullable: true, nulls: 'last' } as const;
const hits = { column: 'hits', type: 'integer', descending: true } as const;
const id = { column: 'id', type: 'integer', descending: true } as const;

const columns = {
  created: [newest('created_at')],
  updated: [newest('updated_at')],
  published: [sticky, published],
  normal: [published],
  popular: [hits],
} as const;

export type ArticleSort = keyof typeof columns;

export const articleSorts = Object.keys(columns) as [ArticleSort, ...ArticleSort[]];

/**
 * Sort orders of the article list by name (specification, section 4, Articles). Ties are broken by id. In `published`
 * and `normal`, articles that were never published come last.
 */
export const articleOrders = Object.fromEntries(
  articleSorts.map((name) => [name, new ListOrder('articles', [...columns[name], id])]),
) as Readonly<Record<ArticleSort, ListOrder>>;

/** Returns the order of a list for sort keys, which are named orders or keys that other modules add. */
export function articleOrderOf(sort: readonly SortKey[], keys: readonly ListKeys[]): ListOrder {
  const [first] = sort;
  if (sort.length === 1 && first && isOwn(first.name)) return articleOrders[first.name];
  const added = addedOrders(keys);
  const ordered = sort.flatMap(({ name, descending }): readonly OrderKey[] =>
    isOwn(name) ? columns[name] : [unsetFirst(added[name] as OrderColumn, descending)],
  );
  return new ListOrder('articles', [...ordered, id]);
}

function isOwn(name: string): name is ArticleSort {
  return Object.hasOwn(columns, name);
}
