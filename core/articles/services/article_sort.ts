/**
 * Orders of the article list by their words (specification, section 4, Articles). Ties are broken by id; what was
 * never published comes after all that was.
 */
export const articleOrders = {
  created: 'created_at desc',
  updated: 'updated_at desc',
  published: 'sticky desc, published_at desc nulls last',
  normal: 'published_at desc nulls last',
  popular: 'hits desc',
} as const;

export type ArticleSort = keyof typeof articleOrders;

export const articleSorts = Object.keys(articleOrders) as [ArticleSort, ...ArticleSort[]];
