import { asClass, contributes } from 'lectern';
import { ArticleCategories } from './services/article_categories.ts';
import { ArticleEditing } from './services/article_editing.ts';
import { ArticleHits } from './services/article_hits.ts';
import { ArticleSeeder } from './services/article_seeder.ts';
import { CategoryEditing } from './services/category_editing.ts';
import { Articles } from './services/articles.ts';

declare module 'lectern' {
  interface Services {
    articles: Articles;
    articleCategories: ArticleCategories;
    articleEditing: ArticleEditing;
    articleHits: ArticleHits;
    categoryEditing: CategoryEditing;
  }

  interface Events {
    /** Number of reads of an article since the last event. Published only if a module subscribes to it. */
    'article.hit': { readonly articleId: string; readonly hits: number };
  }
}

export default {
  articles: asClass(Articles),
  articleCategories: asClass(ArticleCategories),
  articleEditing: asClass(ArticleEditing),
  articleHits: asClass(ArticleHits),
  articleSeeder: contributes('seeders', asClass(ArticleSeeder)),
  categoryEditing: asClass(CategoryEditing),
};
