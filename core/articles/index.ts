// What other modules may know of articles.
export { article } from './shapes/article.ts';
export { articleCategory } from './shapes/article_category.ts';
export type { Articles } from './services/articles.ts';
