import { ListOrder } from '../../database/index.ts';

const newest = (column: string) => ({ column, type: 'time', descending: true }) as const;
const sticky = { column: 'sticky', type: 'integer', descending: true } as const;
const published = { ...newest('published_at'), nullable: true, nulls: 'last' } as const;
const hits = { column: 'hits', type: 'integer', descending: true } as const;
const id = { column: 'id', type: 'integer', descending: true } as const;

/**
 * Sort orders of the article list by name (specification, section 4, Articles). Ties are broken by id; articles that
 * were never published come last.
 */
export const articleOrders = {
  created: new ListOrder('articles', [newest('created_at'), id]),
  updated: new ListOrder('articles', [newest('updated_at'), id]),
  published: new ListOrder('articles', [sticky, published, id]),
  normal: new ListOrder('articles', [published, id]),
  popular: new ListOrder('articles', [hits, id]),
};

export type ArticleSort = keyof typeof articleOrders;

export const articleSorts = Object.keys(articleOrders) as [ArticleSort, ...ArticleSort[]];
