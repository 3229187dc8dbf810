/**
 * Sort orders of the article list by name (specification, section 4, Articles). Ties are broken by id; articles that
 * were never published come last.
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
