import { asFunction } from 'lectern';
import { TreeEditing, TreeNodes } from '../../infrastructure/trees/index.ts';
import type { CategoryChange } from './inputs.ts';
import { articleCategories, type ArticleCategories } from './services/article_categories.ts';
import { ArticleEditing } from './services/article_editing.ts';
import { ArticleHits } from './services/article_hits.ts';
import { ArticleTags } from './services/article_tags.ts';
import { Articles } from './services/articles.ts';
import { articleCategory } from './shapes/article_category.ts';

/** An article that is about to be published. */
export interface ArticlePublication {
  /** Null for a new article. */
  readonly articleId: string | null;
  readonly title: string;
  readonly body: string;
}

declare module 'lectern' {
  interface Services {
    articles: Articles;
    articleCategories: ArticleCategories;
    articleEditing: ArticleEditing;
    articleHits: ArticleHits;
    articleTags: ArticleTags;
    categoryEditing: TreeEditing<CategoryChange>;
  }

  interface Events {
    /** Number of reads of an article since the last event. Published only if a module subscribes to the event. */
    'article.hit': { readonly articleId: string; readonly hits: number };
    /** An article is about to be published. Checks in the extension point `eventChecks` may refuse that. */
    'article.publishing': ArticlePublication;
  }
}

export default {
  articles: Articles,
  articleCategories: asFunction((): ArticleCategories => new TreeNodes(articleCategory, articleCategories)),
  articleEditing: ArticleEditing,
  articleHits: ArticleHits,
  articleTags: ArticleTags,
  categoryEditing: asFunction(() => new TreeEditing<CategoryChange>(articleCategories)),
};
