import { asClass } from 'lectern';
import { ArticleCategories } from './services/article_categories.ts';
import { Articles } from './services/articles.ts';

declare module 'lectern' {
  interface Services {
    articles: Articles;
    articleCategories: ArticleCategories;
  }
}

export default { articles: asClass(Articles), articleCategories: asClass(ArticleCategories) };
